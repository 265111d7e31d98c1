import { testEvent, type Replay, type WebhookDeliveryView } from "@/lib/contracts/admin/webhooks";
import { webhookMessages as messages } from "@/lib/messages/admin/webhooks";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { getWebhook } from "./endpoints";
import { addWebhookMessage } from "./messages";

type ReadContext = Pick<Context, "db">;

/** An endpoint's deliveries with every try, newest first. Throws AppError 404. */
export async function listWebhookDeliveries(
  ctx: ReadContext,
  endpointId: number,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ deliveries: WebhookDeliveryView[]; nextCursor: string | null }> {
  await getWebhook(ctx, endpointId);
  const rows = await ctx.db.webhookDelivery.findMany({
    where: { endpointId, ...(cursor === undefined ? {} : { id: { lt: BigInt(cursor) } }) },
    include: { message: true, calls: { orderBy: { id: "asc" } } },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const deliveries = rows
    .slice(0, limit)
    .map(({ id, messageId, message, deliveredAt, nextTryAt, calls }): WebhookDeliveryView => ({
      id: String(id),
      messageId,
      event: message.kind,
      at: message.at.toISOString(),
      state: nextTryAt ? "waiting" : deliveredAt ? "delivered" : "failed",
      nextTryAt: nextTryAt?.toISOString() ?? null,
      tries: calls.map(({ at, status, error, tookMs }) => ({
        at: at.toISOString(),
        status,
        error,
        tookMs,
      })),
    }));
  const isMore = rows.length > limit;
  return { deliveries, nextCursor: isMore ? (deliveries.at(-1)?.id ?? null) : null };
}

/**
 * Sends deliveries again, with the same message IDs: one, or all that failed since a time.
 *
 * @returns how many
 * @throws AppError 404 for an unknown endpoint or delivery, 409 for an endpoint that is turned off
 */
export async function replayWebhook(
  ctx: Pick<Context, "db" | "clock">,
  endpointId: number,
  replay: Replay,
  actor: Actor,
): Promise<number> {
  await requireEnabled(ctx, endpointId);
  const now = ctx.clock.now();
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.webhookDelivery.updateMany({
      where:
        "deliveryId" in replay
          ? { id: BigInt(replay.deliveryId), endpointId }
          : {
              endpointId,
              nextTryAt: null,
              deliveredAt: null,
              message: { at: { gte: new Date(replay.failedSince) } },
            },
      data: { nextTryAt: now, tries: 0, deliveredAt: null },
    });
    if (count === 0 && "deliveryId" in replay) throw new AppError(404, messages.unknownDelivery);
    const subject = `webhook:${endpointId}`;
    const detail = { messages: count };
    await recordAudit(ctx, tx, { actor, action: "webhook.replayed", subject, detail });
    return count;
  });
}

/** Sends a message to try an endpoint. Throws AppError like `replayWebhook`. Returns its ID. */
export async function testWebhook(
  ctx: Pick<Context, "db" | "clock">,
  endpointId: number,
  actor: Actor,
): Promise<string> {
  await requireEnabled(ctx, endpointId);
  const message = { kind: testEvent, at: ctx.clock.now(), data: {} };
  const subject = `webhook:${endpointId}`;
  return ctx.db.$transaction(async (tx) => {
    await recordAudit(ctx, tx, { actor, action: "webhook.tested", subject });
    return addWebhookMessage(tx, message, [endpointId]);
  });
}

async function requireEnabled(ctx: ReadContext, endpointId: number): Promise<void> {
  const { disabledAt } = await getWebhook(ctx, endpointId);
  if (disabledAt !== null) throw new AppError(409, messages.disabled);
}
