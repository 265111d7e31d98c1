import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";

/** How many delivery reports couldn't be applied, and when the oldest came. */
export async function summarizeSetAsideReports({
  db,
}: Pick<Context, "db">): Promise<{ count: number; oldest: Date | null }> {
  const { _count, _min } = await db.webhookEvent.aggregate({
    where: { problem: { not: null }, kind: { not: "inbound" } },
    _count: true,
    _min: { receivedAt: true },
  });
  return { count: _count, oldest: _min.receivedAt };
}

/**
 * Lets a worker apply delivery reports again that couldn't be applied. Those that still can't be are set
 * aside again.
 *
 * @returns how many there are
 */
export async function retryReports(
  ctx: Pick<Context, "db" | "clock">,
  actor: Actor,
): Promise<number> {
  return ctx.db.$transaction(async (tx) => {
    const reports = await tx.$executeRaw`
      UPDATE webhook_events SET problem = NULL
      WHERE problem IS NOT NULL AND kind <> 'inbound'`;
    if (reports > 0) {
      await recordAudit(ctx, tx, {
        actor,
        action: "delivery_reports.retried",
        subject: "delivery_reports",
        detail: { reports },
      });
    }
    return reports;
  });
}
