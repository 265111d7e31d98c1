import { recordAudit, type Actor } from "../../audit";
import type { Context } from "../../context";

/** How many delivery reports couldn't be applied. */
export async function countSetAsideReports({ db }: Pick<Context, "db">): Promise<number> {
  return db.webhookEvent.count({ where: { problem: { not: null } } });
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
      UPDATE webhook_events SET problem = NULL WHERE problem IS NOT NULL`;
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
