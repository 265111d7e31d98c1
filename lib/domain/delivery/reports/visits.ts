import type { Visits } from "@/lib/contracts/admin/deliveries";
import { retentionPeriods } from "@/lib/contracts/retention";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { MailVisit } from "../../ports/provider-reports";
import { readSetting } from "../../settings/stored-settings";
import { parseDeliveryId } from "../ledger/delivery-id";
import { isTracking } from "./tracking";

/** What an email provider reported about one email of a briefing. */
export type VisitReport = { deliveryId: string | null; visit: MailVisit | null };

/**
 * Counts opens and clicks while tracking is on: each person once a day for opens, machine opens, any
 * link, and each link. What is reported while it's off, or later than we keep who it was, isn't stored.
 */
export async function recordVisits(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  reports: readonly VisitReport[],
): Promise<void> {
  const rows = reports.flatMap(({ deliveryId, visit }) => {
    const key = parseDeliveryId(deliveryId ?? "");
    if (!visit || key?.channel !== "email") return [];
    const row = { ...key, kind: visit.kind, link: "" };
    return visit.kind === "click" ? [row, { ...row, link: visit.link }] : [row];
  });
  if (rows.length === 0 || !(await readSetting(tx, "trackEmails"))) return;
  await tx.$executeRaw`
    WITH visit AS (
      SELECT DISTINCT v.* FROM unnest(
        ${rows.map(({ localDate }) => localDate)}::date[],
        ${rows.map(({ subscriberId }) => subscriberId)}::int[],
        ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ link }) => link)}::text[]
      ) AS v (local_date, subscriber_id, kind, link)
      JOIN subscribers s ON s.id = v.subscriber_id
      WHERE v.local_date > ${ctx.clock.now()}::date - ${retentionPeriods.emailVisit.days}::int
    ), added AS (
      INSERT INTO email_visits (local_date, subscriber_id, kind, link) SELECT * FROM visit
      ON CONFLICT DO NOTHING
      RETURNING local_date, kind, link
    )
    INSERT INTO email_visit_counts AS c (local_date, kind, link, people)
    SELECT local_date, kind, link, count(*) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (local_date, kind, link) DO UPDATE SET people = c.people + excluded.people`;
}

/**
 * How many people opened a day's email and clicked each of its links.
 *
 * @param date YYYY-MM-DD
 */
export async function findVisits(ctx: Pick<Context, "db">, date: string): Promise<Visits> {
  const rows = await ctx.db.$queryRaw<{ kind: string; link: string; people: number }[]>`
    SELECT kind, link, people FROM email_visit_counts WHERE local_date = ${date}::date
    ORDER BY people DESC, link`;
  const total = (kind: string) =>
    rows.find((row) => row.kind === kind && row.link === "")?.people ?? 0;
  return {
    isTracking: await isTracking(ctx),
    opened: total("open"),
    openedByMachine: total("machine_open"),
    clicked: total("click"),
    links: rows.filter(({ link }) => link !== "").map(({ link, people }) => ({ link, people })),
  };
}
