import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";

/**
 * One trial per person: finds an earlier subscription of the same buyer, a deleted account's too,
 * or of somebody whose address is the same but for case, dots and a plus part, or who has the same
 * number, and notes it for the operator, once.
 *
 * @param subscriptionId our own number of the subscription on trial
 * @returns whether there was an earlier one
 */
export async function recordRepeatTrial(
  ctx: Context,
  tx: Transaction,
  subscriptionId: number,
): Promise<boolean> {
  if (!(await hadEarlierTrial(tx, subscriptionId))) return false;
  const subscription = await tx.subscription.findUnique({
    where: { id: subscriptionId },
    select: { paddleSubscriptionId: true },
  });
  const named = subscription?.paddleSubscriptionId ?? `subscription ${subscriptionId}`;
  await tx.operatorAlert.createMany({
    data: {
      key: `second-trial:${named}`,
      subject: "A second free trial of one person",
      body: `${named} is on trial, and its buyer seems to have had a subscription before: the same Paddle customer, e-mail address (dots and plus parts aside) or phone number. Nothing was refused.`,
      createdAt: ctx.clock.now(),
    },
    skipDuplicates: true,
  });
  return true;
}

/**
 * Lets a second trial pass with a note for the operator, or refuses it where that is configured.
 *
 * @throws AppError 409
 */
export async function requireFirstTrial(
  ctx: Context,
  tx: Transaction,
  subscription: { id: number; status: string },
): Promise<void> {
  if (subscription.status !== "trialing") return;
  if (ctx.settings.secondTrial === "refuse" && (await hadEarlierTrial(tx, subscription.id))) {
    throw new AppError(409, onboardingMessages.trialUsed);
  }
  await recordRepeatTrial(ctx, tx, subscription.id);
}

/**
 * `requireFirstTrial` for whoever has just got a telephone number, in that same transaction: the
 * number may be what tells that they had a trial before.
 */
export async function requireFirstTrialOf(
  ctx: Context,
  tx: Transaction,
  subscriberId: number,
): Promise<void> {
  const subscriptions = await tx.subscription.findMany({
    where: { subscriberId },
    select: { id: true, status: true },
  });
  for (const subscription of subscriptions) await requireFirstTrial(ctx, tx, subscription);
}

/** Whether the person behind a subscription had one before. */
async function hadEarlierTrial(tx: Transaction, subscriptionId: number): Promise<boolean> {
  const earlier = await tx.$queryRaw<unknown[]>`
    WITH mine AS (
      SELECT s.id, s.paddle_customer_id, r.email, r.phone
      FROM subscriptions s LEFT JOIN subscribers r ON r.id = s.subscriber_id
      WHERE s.id = ${subscriptionId})
    SELECT 1 FROM mine m JOIN subscriptions e
      ON e.paddle_customer_id = m.paddle_customer_id AND e.id < m.id
    UNION ALL
    SELECT 1 FROM mine m JOIN erasures e ON e.paddle_id = m.paddle_customer_id
    UNION ALL
    SELECT 1 FROM mine m JOIN subscribers r ON canonical_email(r.email) = canonical_email(m.email)
      JOIN subscriptions e ON e.subscriber_id = r.id AND e.id < m.id
    UNION ALL
    SELECT 1 FROM mine m JOIN subscribers r ON r.phone = m.phone
      JOIN subscriptions e ON e.subscriber_id = r.id AND e.id < m.id
    LIMIT 1`;
  return earlier.length > 0;
}
