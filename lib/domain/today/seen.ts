import { todayMessages } from "@/lib/messages/admin/today";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { listDeliveryProblems } from "../delivery/monitoring/health";
import { listAttention } from "./attention";

/**
 * Hides an item of `Needs attention` until it grows, for everyone.
 *
 * @throws AppError 404 when it isn't on the list
 */
export async function markSeen(ctx: Context, actor: Actor, key: string): Promise<void> {
  const items = await listAttention(ctx, await listDeliveryProblems(ctx));
  const item = items.find((each) => each.key === key);
  if (!item) throw new AppError(404, todayMessages.seen.gone);
  const { size, title } = item;
  const row = { size, by: actor, at: ctx.clock.now() };
  await ctx.db.$transaction(async (tx) => {
    await tx.attentionSeen.upsert({ where: { key }, create: { key, ...row }, update: row });
    await recordAudit(ctx, tx, {
      actor,
      action: "attention.seen",
      subject: `attention:${key}`,
      detail: { title },
    });
  });
}

/**
 * Shrinks marks with their items, and deletes marks whose item is gone, so that an item that comes back is
 * shown.
 */
export async function reviewSeen(ctx: Context): Promise<void> {
  const marks = await ctx.db.attentionSeen.findMany();
  if (marks.length === 0) return;
  const items = await listAttention(ctx, await listDeliveryProblems(ctx));
  for (const { key, size } of marks) {
    const item = items.find((each) => each.key === key);
    if (!item) await ctx.db.attentionSeen.deleteMany({ where: { key } });
    else if (item.size < size) {
      await ctx.db.attentionSeen.updateMany({ where: { key, size }, data: { size: item.size } });
    }
  }
}
