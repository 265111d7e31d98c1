import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { onboardingMessages, termsWording } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit } from "../audit";
import { lockCustomer } from "../billing/paddle-sync";
import { requireFirstTrial } from "../billing/repeat-trial";
import type { Context } from "../context";
import { changeTimezone } from "../delivery/reader/change-timezone";
import { planWelcome } from "../outbox/notices";
import { ensurePurchase } from "./ensure-purchase";
import { isOnboardingOpen } from "./onboarding-rules";
import {
  createSubscriber,
  emailTaken,
  findEligibleSubscriber,
  findReplaceableSubscriber,
  hasOtherEntitlement,
  type Signup,
  type SignupInput,
} from "./signup-subscriber";

/**
 * Turns a purchase into a subscriber: the email becomes the delivery and login address, and the
 * welcome email is planned. Submitting the same uid again, even from two tabs at once, results in
 * one subscriber with the last email and time zone.
 *
 * @returns id of the onboarding record
 * @throws AppError 404 `account_not_found`; 409 `duplicate_active_email` if the email has an active
 *   or trialing subscription; 409 without a code if it's taken otherwise, or if the sign-up was
 *   completed too long ago to change it; 503 as `ensurePurchase`
 */
export async function completeSignup(ctx: Context, input: SignupInput): Promise<number> {
  await ensurePurchase(ctx, input.uid);
  try {
    return await ctx.db.$transaction(async (tx) => {
      const signup = await lockPurchase(ctx, tx, input);
      await store(signup);
      return signup.record.id;
    });
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error;
    // Two buyers submitted the same email at the same moment, and the other one was first.
    throw emailTaken(error);
  }
}

/** Locks the purchase against webhooks and other submissions, and then reads it. */
async function lockPurchase(ctx: Context, tx: Transaction, input: SignupInput): Promise<Signup> {
  const { uid } = input;
  const unlocked = await tx.onboardingRecord.findUnique({
    where: { uid },
    select: { paddleCustomerId: true },
  });
  if (unlocked?.paddleCustomerId) await lockCustomer(tx, unlocked.paddleCustomerId);
  const record = await tx.onboardingRecord.findUnique({ where: { uid } });
  const subscription =
    record?.paddleSubscriptionId &&
    (await tx.subscription.findUnique({
      where: { paddleSubscriptionId: record.paddleSubscriptionId },
      select: { id: true, status: true, createdAt: true },
    }));
  if (!record || !subscription) {
    throw new AppError(404, onboardingMessages.accountNotFound, {
      code: onboardingErrorCodes.accountNotFound,
    });
  }
  return { ctx, tx, input, record, subscription };
}

async function store(signup: Signup): Promise<void> {
  const { ctx, tx, input, record, subscription } = signup;
  const now = ctx.clock.now();
  const eligibleId = await findEligibleSubscriber(signup);
  if (!isOnboardingOpen(record, now)) return requireUnchanged(signup, eligibleId);

  const replaceableId = await findReplaceableSubscriber(signup);
  const id = eligibleId ?? replaceableId ?? (await createSubscriber(signup));
  await storeTimezone(signup, id);
  const subscriber = await tx.subscriber.update({
    where: { id },
    data: { updatedAt: now, ...(eligibleId === null && { email: input.email }) },
    select: { id: true, email: true },
  });
  await linkTo(signup, id);
  if (replaceableId !== null && replaceableId !== id) {
    await tx.subscriber.delete({ where: { id: replaceableId } });
  }
  await requireFirstTrial(ctx, tx, subscription);
  if (record.completedAt === null || record.subscriberId !== id) await recordTerms(signup, id);
  await planWelcome(ctx, tx, subscriber);
}

/**
 * The uid stays in the browser's history, so a completed sign-up can be changed only for a while.
 * Submitting the same values again still succeeds.
 */
async function requireUnchanged(
  { tx, input, record }: Signup,
  eligibleId: number | null,
): Promise<void> {
  if (eligibleId !== null && eligibleId === record.subscriberId) {
    const subscriber = await tx.subscriber.findUnique({
      where: { id: eligibleId },
      select: { timezone: true },
    });
    if (subscriber?.timezone === input.timezone) return;
  }
  throw new AppError(409, onboardingMessages.finished);
}

/** Someone who may already get briefings moves without losing or repeating one. */
async function storeTimezone(signup: Signup, subscriberId: number): Promise<void> {
  const { ctx, tx, input, record } = signup;
  const isResubmission = record.completedAt !== null && record.subscriberId === subscriberId;
  if (isResubmission || (await hasOtherEntitlement(signup, subscriberId))) {
    await changeTimezone(ctx, tx, subscriberId, input.timezone);
    return;
  }
  await tx.subscriber.update({
    where: { id: subscriberId },
    data: { timezone: input.timezone },
    select: { id: true },
  });
}

/** Links the subscription and the onboarding record to the subscriber. */
async function linkTo(
  { ctx, tx, record, subscription }: Signup,
  subscriberId: number,
): Promise<void> {
  const now = ctx.clock.now();
  await tx.subscription.update({
    where: { id: subscription.id },
    data: { subscriberId },
    select: { id: true },
  });
  await tx.onboardingRecord.update({
    where: { id: record.id },
    data: {
      subscriberId,
      termsAgreedAt: now,
      completedAt: record.completedAt ?? now,
      updatedAt: now,
    },
    select: { id: true },
  });
}

async function recordTerms({ ctx, tx, input }: Signup, subscriberId: number): Promise<void> {
  await tx.consent.create({
    data: {
      subscriberId,
      kind: "terms",
      wording: termsWording,
      ipAddress: input.clientAddress,
      userAgent: input.userAgent,
      grantedAt: ctx.clock.now(),
    },
    select: { id: true },
  });
  await recordAudit(ctx, tx, {
    actor: `subscriber:${subscriberId}`,
    action: "subscriber.onboarded",
    subject: `subscriber:${subscriberId}`,
  });
}
