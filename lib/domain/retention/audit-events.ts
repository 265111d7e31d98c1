import { Prisma } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import { linkAuditEvents } from "../audit-log/link-events";
import { expiredAction } from "../audit-log/remove-events";
import type { Context } from "../context";
import { deleteRows, isDelivering } from "./delete-rows";

/**
 * Deletes audit events from before the cutoff. The log says so first, so that nobody mistakes the gap for a
 * change. Only links before the first one with a remaining event are deleted; its hash then stands for them.
 *
 * @returns how many events were deleted
 */
export async function purgeAuditEvents(ctx: Context, cutoff: Date): Promise<number> {
  if (isDelivering(ctx)) return 0;
  await linkAuditEvents(ctx);
  const old = await ctx.db.auditEvent.findFirst({ where: { at: { lt: cutoff } } });
  if (!old) return 0;
  await ctx.db.$transaction(async (tx) => {
    // Links of events that an earlier run deleted. This run's links follow in the next.
    const [base] = await tx.$queryRaw<{ position: number; hash: string }[]>`
      SELECT position::float8 AS position, hash FROM audit_links
      WHERE position <= (SELECT min(position) FROM audit_events)
      ORDER BY position DESC LIMIT 1`;
    if (base) await tx.$executeRaw`DELETE FROM audit_links WHERE position < ${base.position}`;
    await recordAudit(ctx, tx, {
      actor: "system",
      action: expiredAction,
      subject: "audit",
      detail: { before: cutoff.toISOString(), ...(base ? { base } : {}) },
    });
  });
  return deleteRows(ctx, "audit_events", Prisma.sql`t.at < ${cutoff}`);
}
