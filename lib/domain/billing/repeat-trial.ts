import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { raiseAlert } from "../outbox/operator-alerts";
import { getRepeatTrialPolicy } from "../settings/team-settings";
import { requestCancellation } from "./cancel-requests";
import { hadPastTrial } from "./past-trials";

/** New facts about a subscriber that may show that they had a trial before. */
export type NewFacts = {
  email?: string;
  /** E.164. */
  phone?: string;
  /** Our ID of the subscriber that the purchase is about to join. */
  subscriberId?: number;
};

/** The error for someone whose second trial isn't served. */
export function trialUsed(): AppError {
  return new AppError(409, onboardingMessages.trialUsed, { code: onboardingErrorCodes.trialUsed });
}

/** Whether a subscription is a second trial that isn't served. Once it's paid for, it no longer is. */
export function isRefusedTrial({ endReason }: { endReason: string | null }): boolean {
  return endReason === "repeat_trial";
}

/**
 * Looks for an earlier subscription of someone in a trial: of the same Paddle customer, mailbox
 * (ignoring case, dots, and plus tags), or phone number, even if that account was deleted. The
 * operator is alerted, once. If the policy refuses repeat trials, this one isn't served from this
 * transaction on, and Paddle cancels it before it's charged.
 *
 * @param subscriptionId our own ID
 * @returns whether the trial is refused, now or earlier; the caller must let the transaction commit
 */
export async function refuseRepeatTrial(
  ctx: Context,
  tx: Transaction,
  subscriptionId: number,
  facts: NewFacts = {},
): Promise<boolean> {
  const subscription = await tx.subscription.findUniqueOrThrow({
    where: { id: subscriptionId },
    select: {
      id: true,
      status: true,
      endReason: true,
      paddleSubscriptionId: true,
      createdAt: true,
    },
  });
  if (isRefusedTrial(subscription)) return true;
  if (subscription.status !== "trialing") return false;
  if (!(await hadEarlierTrial(ctx, tx, subscription, facts))) return false;
  const isRefused =
    (await getRepeatTrialPolicy({ settings: ctx.settings, db: tx })) === "refuse" &&
    (await requestCancellation(ctx, tx, subscriptionId, "repeat_trial"));
  const name = subscription.paddleSubscriptionId ?? `subscription ${subscriptionId}`;
  const alert = operatorAlertMessages.repeatTrial(name, isRefused);
  await raiseAlert({ ...ctx, db: tx }, { key: `second-trial:${name}`, ...alert });
  return isRefused;
}

/**
 * `refuseRepeatTrial` for a number that a subscriber is about to add.
 *
 * @throws AppError 409 `trial_used`, once the refusal is stored
 */
export async function requireFirstTrial(
  ctx: Context,
  subscriberId: number,
  phone: string,
): Promise<void> {
  const refusals = await ctx.db.$transaction(async (tx) => {
    const trials = await tx.subscription.findMany({
      where: { subscriberId, status: "trialing" },
      select: { id: true },
    });
    const outcomes: boolean[] = [];
    for (const { id } of trials) outcomes.push(await refuseRepeatTrial(ctx, tx, id, { phone }));
    return outcomes;
  });
  if (refusals.includes(true)) throw trialUsed();
}

type Addresses = { mailboxes: string[]; phones: string[] };

/** Whether someone had a subscription before this one. */
async function hadEarlierTrial(
  ctx: Context,
  tx: Transaction,
  { id, createdAt }: { id: number; createdAt: Date },
  facts: NewFacts,
): Promise<boolean> {
  const { mailboxes, phones } = await listAddresses(tx, id, facts);
  const earlier = await tx.$queryRaw<unknown[]>`
    WITH mine AS (SELECT id, paddle_customer_id FROM subscriptions WHERE id = ${id})
    SELECT 1 FROM mine m JOIN subscriptions e
      ON e.paddle_customer_id = m.paddle_customer_id AND e.id < m.id
    UNION ALL
    SELECT 1 FROM mine m JOIN erasures e ON e.hash = erasure_hash(m.paddle_customer_id)
    UNION ALL
    SELECT 1 FROM subscribers r JOIN subscriptions e ON e.subscriber_id = r.id AND e.id < ${id}
    WHERE canonical_email(r.email) = ANY(${mailboxes}::text[])
      OR canonical_email(r.payment_email) = ANY(${mailboxes}::text[])
      OR r.phone = ANY(${phones}::text[])
    LIMIT 1`;
  return earlier.length > 0 || hadPastTrial(ctx, tx, [...mailboxes, ...phones], createdAt);
}

/** The mailboxes (canonical) and numbers of a subscription's owner, including new ones. */
async function listAddresses(
  tx: Transaction,
  subscriptionId: number,
  facts: NewFacts,
): Promise<Addresses> {
  const { email = null, phone = null, subscriberId = null } = facts;
  const [found] = await tx.$queryRaw<Addresses[]>`
    WITH mine AS (SELECT subscriber_id, paddle_customer_id FROM subscriptions WHERE id = ${subscriptionId}),
    people AS (
      SELECT email, payment_email, phone FROM subscribers
      WHERE id = ${subscriberId} OR id = (SELECT subscriber_id FROM mine))
    SELECT array(
      SELECT canonical_email(address) FROM (
        SELECT ${email}::text AS address
        UNION SELECT email FROM people
        UNION SELECT payment_email FROM people
        UNION SELECT c.email FROM paddle_customers c JOIN mine m ON m.paddle_customer_id = c.id) own
      WHERE address IS NOT NULL) AS mailboxes,
    array(
      SELECT number FROM (SELECT ${phone}::text AS number UNION SELECT phone FROM people) own
      WHERE number IS NOT NULL) AS phones`;
  return found ?? { mailboxes: [], phones: [] };
}
