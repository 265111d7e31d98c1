import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { eligibilityOf } from "../subscribers/subscription-eligibility";
import { recordRepeatTrial } from "./repeat-trial";

type Buyer = { email: string; name: string | null };

/**
 * Brings together what is known of one buyer, whichever of it came last: a subscription without a
 * subscriber gets one by the payment address, and so do the checkout's records of it. A
 * subscription whose address belongs to somebody with another live one stays alone until its buyer
 * gives another address at onboarding. The buyer must be locked.
 */
export async function linkPurchase(
  ctx: Context,
  tx: Transaction,
  customerId: string,
): Promise<void> {
  const alone = await tx.$queryRaw<
    (Buyer & { subscriptionId: number; status: string })[]
  >`/* prepared */
    SELECT s.id AS "subscriptionId", s.status, c.email, c.name
    FROM paddle_customers c JOIN subscriptions s ON s.paddle_customer_id = c.id
    WHERE c.id = ${customerId} AND s.subscriber_id IS NULL
    ORDER BY s.paddle_subscription_id`;
  for (const { subscriptionId, status, ...buyer } of alone) {
    const subscriberId = (await addSubscriber(ctx, tx, buyer)) ?? (await findFree(tx, buyer));
    if (subscriberId === null) continue;
    await tx.$executeRaw`/* prepared */
      WITH joined AS (
        UPDATE subscriptions SET subscriber_id = ${subscriberId} WHERE id = ${subscriptionId}
        RETURNING paddle_subscription_id)
      UPDATE onboarding_records r SET subscriber_id = ${subscriberId} FROM joined j
      WHERE r.paddle_subscription_id = j.paddle_subscription_id AND r.subscriber_id IS NULL`;
    if (status === "trialing") await recordRepeatTrial(ctx, tx, subscriptionId);
  }
}

/** Number of the new subscriber, or null when somebody has the address. */
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

/** Who has the address, when they may have another subscription. */
async function findFree(tx: Transaction, { email }: Buyer): Promise<number | null> {
  const [owner] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM subscribers WHERE lower(email) = lower(${email})`;
  if (!owner) return null;
  const owned = await tx.subscription.findMany({
    where: { subscriberId: owner.id },
    select: { status: true, cancelAt: true, stoppedAt: true },
  });
  if (eligibilityOf(owned) !== "free") return null;
  await tx.subscriber.update({
    where: { id: owner.id },
    data: { paymentEmail: email },
    select: { id: true },
  });
  return owner.id;
}
