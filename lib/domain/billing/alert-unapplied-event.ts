import { z } from "zod";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";
import type { PaymentEvent } from "../ports/payments";
import type { ProviderEvent } from "../ports/provider-event";

const keyPrefix = "payment-event:";

/** Paddle resends what we couldn't apply within minutes: most such failures are over by then. */
const patienceMs = 10 * 60_000;

/** For this long, operators see what couldn't be applied. */
const shownMs = 7 * 24 * 60 * 60_000;

const namesSchema = z.object({
  data: z
    .object({
      id: z.string(),
      customer_id: z.string().nullable(),
      subscription_id: z.string().nullable(),
      email: z.string(),
    })
    .partial(),
});

/**
 * Tells the operator, once, about an authentic event that can't be read, or couldn't be applied for ten
 * minutes: somebody may have paid for nothing.
 */
export async function alertUnappliedEvent(
  ctx: Context,
  event: ProviderEvent<PaymentEvent>,
  problem: unknown,
): Promise<void> {
  const { eventId, kind, occurredAt, payload } = event;
  const isRead = event.event !== null;
  const ageMs = ctx.clock.now().getTime() - (occurredAt?.getTime() ?? 0);
  if (isRead && ageMs < patienceMs) return;
  const read = namesSchema.safeParse(payload);
  const names = read.success
    ? Object.values(read.data.data).filter((name) => typeof name === "string")
    : [];
  const text = operatorAlertMessages.paymentEvent(kind, [eventId, ...names], String(problem));
  await raiseAlert(ctx, { key: `${keyPrefix}${eventId}`, ...text });
}

/** What couldn't be applied in the last seven days, newest first. */
export async function listUnappliedEvents(ctx: Pick<Context, "db" | "clock">) {
  return ctx.db.operatorAlert.findMany({
    where: {
      key: { startsWith: keyPrefix },
      createdAt: { gt: new Date(ctx.clock.now().getTime() - shownMs) },
    },
    select: { key: true, subject: true, body: true, createdAt: true },
    orderBy: { createdAt: "desc" },
    take: 5,
  });
}
