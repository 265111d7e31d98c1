import { isSendable } from "@/lib/contracts/email-address";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";
import { eligibilityOf } from "./subscription-eligibility";
import { refuseRepeatTrial } from "./repeat-trial";

type Buyer = { email: string; name: string | null };

/**
 * Links a customer's subscriptions, and their onboarding records, to the subscriber with the payment
 * email, creating one if needed. When that subscriber already has an active or at-risk subscription,
 * the new one stays unlinked until its buyer enters another email at onboarding. The customer must
 * be locked. Works whichever of the customer's events arrives last.
 */
export async function linkPurchase(
  ctx: Context,
  tx: Transaction,
  customerId: string,
): Promise<void> {
  const unlinked = await tx.$queryRaw<
    (Buyer & { subscriptionId: number; paddleSubscriptionId: string; status: string })[]
  >`/* prepared */
    SELECT s.id AS "subscriptionId", s.paddle_subscription_id AS "paddleSubscriptionId", s.status,
      c.email, c.name
    FROM paddle_customers c JOIN subscriptions s ON s.paddle_customer_id = c.id
    WHERE c.id = ${customerId} AND s.subscriber_id IS NULL
    ORDER BY s.paddle_subscription_id`;
  for (const { subscriptionId, paddleSubscriptionId, status, ...buyer } of unlinked) {
    const { email } = buyer;
    if (!isSendable(email)) {
      const alert = operatorAlertMessages.unsendableAddress(customerId);
      await raiseAlert({ ...ctx, db: tx }, { key: `unsendable:${customerId}`, ...alert });
    }
    const subscriberId =
      (await addSubscriber(ctx, tx, buyer)) ?? (await findEligibleOwner(tx, buyer));
    if (subscriberId !== null) await linkTo(tx, subscriptionId, subscriberId);
    // Before the sign-up, too: a purchase without a subscriber is charged like any other.
    const isRefused = status === "trialing" && (await refuseRepeatTrial(ctx, tx, subscriptionId));
    if (subscriberId !== null || isRefused || status === "canceled") continue;
    const alert = operatorAlertMessages.secondPurchase(paddleSubscriptionId);
    await raiseAlert({ ...ctx, db: tx }, { key: `second-purchase:${subscriptionId}`, ...alert });
  }
}

async function linkTo(
  tx: Transaction,
  subscriptionId: number,
  subscriberId: number,
): Promise<void> {
  await tx.$executeRaw`/* prepared */
    WITH linked AS (
      UPDATE subscriptions SET subscriber_id = ${subscriberId} WHERE id = ${subscriptionId}
      RETURNING paddle_subscription_id)
    UPDATE onboarding_records r SET subscriber_id = ${subscriberId} FROM linked l
    WHERE r.paddle_subscription_id = l.paddle_subscription_id AND r.subscriber_id IS NULL`;
}

/** The ID of the new subscriber; null when the email is taken. */
async function addSubscriber(
  ctx: Context,
  tx: Transaction,
  { email, name }: Buyer,
): Promise<number | null> {
  const [added] = await tx.$queryRaw<{ id: number }[]>`/* prepared */
    INSERT INTO subscribers (email, payment_email, name, created_at)
    VALUES (${email}, ${email}, ${name}, ${ctx.clock.now()})
    ON CONFLICT DO NOTHING RETURNING id`;
  return added?.id ?? null;
}

/** The ID of the subscriber with the email, if they may get another subscription. */
async function findEligibleOwner(tx: Transaction, { email }: Buyer): Promise<number | null> {
  const [owner] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM subscribers WHERE lower(email) = lower(${email})`;
  if (!owner) return null;
  const owned = await tx.subscription.findMany({
    where: { subscriberId: owner.id },
    select: { status: true, cancelAt: true, stoppedAt: true, endReason: true },
  });
  if (eligibilityOf(owned) !== "free") return null;
  await tx.subscriber.update({
    where: { id: owner.id },
    data: { paymentEmail: email },
    select: { id: true },
  });
  return owner.id;
}
