import type { Channel } from "@/lib/contracts/primitives";
import { mayBeRepeated } from "../checker/allowed";
import type { Accepted, Reported, Search, Violation } from "../checker/history";
import type { VirtualDatabase } from "./database";

type Row = {
  localDate: string;
  channel: Channel;
  subscriberId: number;
  state: string;
  /** When the state became final, in milliseconds since 1970; null while it's pending. */
  finalAt: number | null;
};

/** Compares the ledger with the journal, once nothing is left to do. */
export async function checkLedger(
  database: VirtualDatabase,
  journal: readonly Accepted[],
  searches: readonly Search[] = [],
): Promise<Violation[]> {
  const rows = await database.query<Row>(
    `SELECT local_date::text AS "localDate", channel, subscriber_id AS "subscriberId", state,
        extract(epoch FROM finalized_at)::float8 * 1000 AS "finalAt"
      FROM deliveries ORDER BY 1, 2, 3`,
  );
  const byId = Map.groupBy(journal, ({ deliveryId }) => deliveryId);
  return rows.flatMap(({ localDate, channel, subscriberId, state, finalAt }) => {
    const id = `${channel}:${localDate}:${subscriberId}`;
    const copies = byId.get(id) ?? [];
    const address = copies[0]?.to ?? id;
    const report = (detail: string): Violation[] => [
      { kind: "ledger", localDate, channel, address, detail: `${id} ${detail}` },
    ];
    if (state === "pending") return report("is still pending");
    if (state === "accepted" && copies.length === 0) return report("is accepted, but wasn't");
    // What the provider says after somebody was left out changes nothing.
    const askedUntil = state === "excluded" ? (finalAt ?? undefined) : undefined;
    const isHidden = copies.some((copy) => mayBeRepeated(copy, { journal, searches }, askedUntil));
    if (state !== "accepted" && copies.length > 0 && !isHidden) {
      return report(`is ${state}, but was accepted`);
    }
    return [];
  });
}

/** What the service says about those who got nothing. People are named by their ID. */
export async function readReported(database: VirtualDatabase, at: Date): Promise<Reported> {
  const rows = await database.query<Reported["rows"][number]>(
    `SELECT subscriber_id::text AS person, local_date::text AS "localDate", channel, state
      FROM deliveries WHERE state <> 'accepted'`,
  );
  const alerts = await database.query<Reported["alerts"][number]>(
    `SELECT split_part(key, ':', 2) AS "localDate", split_part(key, ':', 3) AS timezone,
        split_part(key, ':', 4) AS channels, created_at AS at
      FROM operator_alerts WHERE key LIKE 'missed:%'`,
  );
  const missedDays = await database.query<Reported["missedDays"][number]>(
    `SELECT subscriber_id::text AS person, local_date::text AS "localDate" FROM missed_days`,
  );
  return { rows, alerts, missedDays, at };
}
