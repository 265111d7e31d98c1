import type { Database } from "@/lib/platform/database/database";
import type { CurrentSubscription } from "./status";

/** The latest charge of a past-due subscription, which Paddle retries. */
export type FailedPayment = {
  /** In the currency's smallest unit. */
  amount: number;
  /** ISO 4217 code. */
  currency: string;
  /** Paddle's error code; null when it gave none. */
  reason: string | null;
  at: Date;
};

/** Null unless the subscription is past due and Paddle has told us about the charge. */
export async function findFailedPayment(
  db: Pick<Database, "moneyEvent">,
  subscription: Pick<CurrentSubscription, "status" | "paddleSubscriptionId"> | null,
): Promise<FailedPayment | null> {
  if (subscription?.status !== "past_due" || !subscription.paddleSubscriptionId) return null;
  const failure = await db.moneyEvent.findFirst({
    where: { subscriptionId: subscription.paddleSubscriptionId, kind: "failure" },
    orderBy: { occurredAt: "desc" },
    select: { amount: true, currency: true, reason: true, occurredAt: true },
  });
  if (!failure?.amount || !failure.currency) return null;
  const { currency, reason, occurredAt: at } = failure;
  return { amount: Number(failure.amount), currency, reason, at };
}
