import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { standingOf } from "../subscribers/ownership";
import { noteSecondTrial } from "./second-trial";

type Buyer = { id: string; email: string; name: string | null };

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
  const buyer = await tx.paddleCustomer.findUnique({ where: { id: customerId } });
  if (!buyer) return;
  const alone = await tx.subscription.findMany({
    where: { paddleCustomerId: customerId, subscriberId: null },
    select: { id: true, status: true },
    orderBy: { paddleSubscriptionId: "asc" },
  });
  for (const subscription of alone) {
    const subscriberId = await findOwner(ctx, tx, buyer);
    if (subscriberId === null) continue;
    await tx.subscription.update({
      where: { id: subscription.id },
      data: { subscriberId },
      select: { id: true },
    });
    if (subscription.status === "trialing") await noteSecondTrial(ctx, tx, subscription.id);
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
