import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { standingOf } from "../subscribers/ownership";
import { noteSecondTrial } from "./second-trial";

type Buyer = { email: string; name: string | null };

/**
 * Brings together what is known of one buyer, whichever of it came last: a subscription without a
 * subscriber gets one by the payment address, and the checkout's record learns whose it is. A
 * subscription whose address belongs to somebody with another live one stays alone until its buyer
 * gives another address at onboarding. The buyer must be locked.
 */
export async function joinPurchase(
  ctx: Context,
  tx: Transaction,
  customerId: string,
): Promise<void> {
  const alone = await tx.$queryRaw<(Buyer & { subscriptionId: number; status: string })[]>`
    SELECT s.id AS "subscriptionId", s.status, c.email, c.name
    FROM paddle_customers c JOIN subscriptions s ON s.paddle_customer_id = c.id
    WHERE c.id = ${customerId} AND s.subscriber_id IS NULL
    ORDER BY s.paddle_subscription_id`;
  for (const { subscriptionId, status, ...buyer } of alone) {
    const subscriberId = await findOwner(ctx, tx, buyer);
    if (subscriberId === null) continue;
    await tx.subscription.update({
      where: { id: subscriptionId },
      data: { subscriberId },
      select: { id: true },
    });
    if (status === "trialing") await noteSecondTrial(ctx, tx, subscriptionId);
  }
  await tx.$executeRaw`
    UPDATE onboarding_records r SET subscriber_id = s.subscriber_id
    FROM subscriptions s
    WHERE r.paddle_customer_id = ${customerId} AND r.subscriber_id IS NULL
      AND s.paddle_subscription_id = r.paddle_subscription_id AND s.subscriber_id IS NOT NULL`;
}

async function findOwner(ctx: Context, tx: Transaction, buyer: Buyer): Promise<number | null> {
  const { email, name } = buyer;
  await tx.subscriber.createMany({
    data: { email, paymentEmail: email, name, createdAt: ctx.clock.now() },
    skipDuplicates: true,
  });
  const [owner] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM subscribers WHERE lower(email) = lower(${email})`;
  if (!owner) return null;
  const owned = await tx.subscription.findMany({
    where: { subscriberId: owner.id },
    select: { status: true, accessEndsAt: true, stoppedAt: true },
  });
  if (standingOf(owned, ctx.clock.now()) !== "free") return null;
  await tx.subscriber.update({
    where: { id: owner.id },
    data: { paymentEmail: email },
    select: { id: true },
  });
  return owner.id;
}
