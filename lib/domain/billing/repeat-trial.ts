import { onboardingMessages } from "@/lib/messages/onboarding";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { dueAtOnce } from "../outbox/operator-alerts";
import { getRepeatTrialPolicy } from "../team-settings";

/**
 * Alerts the operator, once, when someone seems to have had a trial before: a subscription of the
 * same Paddle customer (even if that account was deleted), email (ignoring case, dots, and plus
 * tags), or phone number.
 *
 * @param subscriptionId our own ID of the subscription in trial
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
  const name = subscription?.paddleSubscriptionId ?? `subscription ${subscriptionId}`;
  await tx.operatorAlert.createMany({
    data: {
      key: `second-trial:${name}`,
      ...operatorAlertMessages.repeatTrial(name),
      createdAt: ctx.clock.now(),
      nextAttemptAt: dueAtOnce,
    },
    skipDuplicates: true,
  });
  return true;
}

/**
 * Allows a repeat trial and alerts the operator, or rejects it, depending on the policy.
 *
 * @throws AppError 409 when repeat trials are rejected
 */
export async function requireFirstTrial(
  ctx: Context,
  tx: Transaction,
  subscription: { id: number; status: string },
): Promise<void> {
  if (subscription.status !== "trialing") return;
  const policy = await getRepeatTrialPolicy({ settings: ctx.settings, db: tx });
  if (policy === "refuse" && (await hadEarlierTrial(tx, subscription.id))) {
    throw new AppError(409, onboardingMessages.trialUsed);
  }
  await recordRepeatTrial(ctx, tx, subscription.id);
}

/**
 * `requireFirstTrial` for all of a subscriber's subscriptions. Called in the transaction that sets
 * their phone number, because the number can reveal an earlier trial.
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

/** Whether someone had a subscription before this one. */
async function hadEarlierTrial(tx: Transaction, subscriptionId: number): Promise<boolean> {
  const earlier = await tx.$queryRaw<unknown[]>`
    WITH mine AS (
      SELECT s.id, s.paddle_customer_id, r.email, r.phone
      FROM subscriptions s LEFT JOIN subscribers r ON r.id = s.subscriber_id
      WHERE s.id = ${subscriptionId})
    SELECT 1 FROM mine m JOIN subscriptions e
      ON e.paddle_customer_id = m.paddle_customer_id AND e.id < m.id
    UNION ALL
    SELECT 1 FROM mine m JOIN erasures e ON e.hash = erasure_hash(m.paddle_customer_id)
    UNION ALL
    SELECT 1 FROM mine m JOIN subscribers r ON canonical_email(r.email) = canonical_email(m.email)
      JOIN subscriptions e ON e.subscriber_id = r.id AND e.id < m.id
    UNION ALL
    SELECT 1 FROM mine m JOIN subscribers r ON r.phone = m.phone
      JOIN subscriptions e ON e.subscriber_id = r.id AND e.id < m.id
    LIMIT 1`;
  return earlier.length > 0;
}
