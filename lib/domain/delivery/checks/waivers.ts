import { toDatabaseDate } from "@/lib/calendar/days";
import type { BriefingCheck, CheckWaiver } from "@/lib/contracts/admin/briefing-checks";
import { nameOf, recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";

/** A word that was accepted once is accepted on every day. */
const everyDay = "spelling:%";

/** What editors accept about a day's briefing, by the finding's key. */
export async function findWaivers(
  { db }: Pick<Context, "db">,
  date: string,
): Promise<ReadonlyMap<string, NonNullable<BriefingCheck["waiver"]>>> {
  const rows = await db.$queryRaw<{ key: string; reason: string; actor: string }[]>`
    SELECT key, reason, actor FROM check_waivers
    WHERE local_date = ${toDatabaseDate(date)} OR key LIKE ${everyDay} ORDER BY id`;
  return new Map(rows.map(({ key, reason, actor }) => [key, { reason, by: nameOf(actor) }]));
}

/** Accepts a finding for a reason, or takes that back. Doing either twice changes nothing. */
export async function waiveCheck(
  ctx: Pick<Context, "db" | "clock">,
  { date, key, reason }: CheckWaiver,
  actor: Actor,
): Promise<void> {
  const localDate = toDatabaseDate(date);
  await ctx.db.$transaction(async (tx) => {
    const changed =
      reason === null
        ? await tx.$executeRaw`
            DELETE FROM check_waivers
            WHERE key = ${key} AND (local_date = ${localDate} OR key LIKE ${everyDay})`
        : await tx.$executeRaw`
            INSERT INTO check_waivers (local_date, key, reason, actor, created_at)
            VALUES (${localDate}, ${key}, ${reason}, ${actor}, ${ctx.clock.now()})
            ON CONFLICT (local_date, key) DO UPDATE
              SET reason = excluded.reason, actor = excluded.actor, created_at = excluded.created_at
              WHERE check_waivers.reason <> excluded.reason`;
    if (changed === 0) return;
    await recordAudit(ctx, tx, {
      actor,
      action: reason === null ? "briefing-check.restored" : "briefing-check.waived",
      subject: `briefing:${date}`,
      detail: { check: key, reason },
    });
  });
}
