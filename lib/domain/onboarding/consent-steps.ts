import { maxOnboardingNumbers } from "@/lib/contracts/limits";
import {
  type ConfirmationText,
  confirmationTextSchema,
  type OnboardingView,
} from "@/lib/contracts/onboarding";
import { priceOf } from "@/lib/contracts/plans";
import { httpMessages } from "@/lib/messages/http";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { requireFirstTrial } from "../billing/repeat-trial";
import type { Context } from "../context";
import { sendConfirmationText, storeConfirmationText } from "../contact/texts/confirmation-text";
import { enforceTextLimits } from "../contact/texts/text-limits";
import { isOnboardingOpen, isPhoneOpen } from "./onboarding-rules";
import { isTextedCountry, parsePhoneNumber } from "../contact/phone-numbers";
import {
  findSuppressionOf,
  requireReachable,
  TextNotSentError,
} from "../contact/texts/service-text";
import { isOlderThan } from "./signup-subscriber";
import { storeSmsConsent } from "./sms-consent";

/** A browser with the checkout cookie, a logged-in subscriber, or both. */
export type OnboardingCaller = { uid: string | null; subscriberId: number | null };

const recordFields = {
  id: true,
  uid: true,
  subscriberId: true,
  paddleCustomerId: true,
  paddleSubscriptionId: true,
  phone: true,
  createdAt: true,
  completedAt: true,
  smsConsentAt: true,
  confirmationText: true,
  subscriber: {
    select: {
      email: true,
      timezone: true,
      phone: true,
      smsEnabled: true,
      smsConsentAt: true,
      createdAt: true,
    },
  },
  addressConfirmation: { select: { email: true, timezone: true, confirmedAt: true } },
} as const;

function notFound(): AppError {
  return new AppError(404, httpMessages.notFound);
}

function phoneLocked(): AppError {
  return new AppError(409, onboardingMessages.phoneLocked, { field: "phoneNumber" });
}

/** Throws AppError 404 if the record doesn't exist or isn't the caller's. */
async function getOwnRecord(ctx: Context, id: number, caller: OnboardingCaller) {
  const record = await ctx.db.onboardingRecord.findUnique({ where: { id }, select: recordFields });
  if (!record || !isOwn(ctx, record, caller)) throw notFound();
  return record;
}

function isOwn(
  ctx: Context,
  record: { uid: string; subscriberId: number | null; createdAt: Date; completedAt: Date | null },
  caller: OnboardingCaller,
): boolean {
  if (record.subscriberId !== null && record.subscriberId === caller.subscriberId) return true;
  return record.uid === caller.uid && isOnboardingOpen(record, ctx.clock.now());
}

/** The record as the onboarding screens show it. Throws AppError 404 like `getOwnRecord`. */
export async function getOnboarding(
  ctx: Context,
  id: number,
  caller: OnboardingCaller,
): Promise<OnboardingView> {
  const record = await getOwnRecord(ctx, id, caller);
  const { phone: phoneNumber, addressConfirmation } = record;
  const [confirmationText, firstCharge] = await Promise.all([
    describeConfirmationText(ctx, record),
    findFirstCharge(ctx, record),
  ]);
  const shared = { id, phoneNumber, confirmationText, firstCharge };
  if (addressConfirmation?.confirmedAt === null) {
    const { email, timezone } = addressConfirmation;
    return { ...shared, email, timezone };
  }
  if (record.completedAt && record.subscriber) {
    const { email, timezone } = record.subscriber;
    return { ...shared, email, timezone };
  }
  const buyer =
    record.paddleCustomerId === null
      ? null
      : await ctx.db.paddleCustomer.findUnique({
          where: { id: record.paddleCustomerId },
          select: { email: true },
        });
  return { ...shared, email: buyer?.email ?? null, timezone: null };
}

/** When a free trial leads to a charge, and how much it is. */
async function findFirstCharge(
  ctx: Context,
  { paddleSubscriptionId }: { paddleSubscriptionId: string | null },
): Promise<OnboardingView["firstCharge"]> {
  if (paddleSubscriptionId === null) return null;
  const charged = { status: "trialing", cancelAt: null, stoppedAt: null, endReason: null };
  const trial = await ctx.db.subscription.findFirst({
    where: { paddleSubscriptionId, ...charged },
  });
  if (!trial?.firstChargeAt) return null;
  return { price: priceOf(trial), at: trial.firstChargeAt.toISOString() };
}

/** What happened to the confirmation text, or why none can be sent. */
async function describeConfirmationText(
  ctx: Context,
  record: { phone: string | null; confirmationText: string | null },
): Promise<ConfirmationText> {
  const { phone, confirmationText } = record;
  if (phone === null) return "not_requested";
  const suppression = await findSuppressionOf(ctx, phone);
  if (suppression) return suppression;
  if (confirmationText !== "sent" && !isTextedCountry(ctx, phone)) return "unsupported_country";
  return confirmationText === null
    ? "not_requested"
    : confirmationTextSchema.parse(confirmationText);
}

/**
 * Stores the number for texts, which need consent next. Setting the same number again doesn't count as a try.
 *
 * @throws AppError 404 like `getOwnRecord`, 400 like `parsePhoneNumber`, 409 for the fourth number and
 *   once the number changes only in the account (`isPhoneOpen`)
 */
export async function setOnboardingPhone(
  ctx: Context,
  input: { id: number; phoneNumber: string; caller: OnboardingCaller },
): Promise<OnboardingView> {
  const phone = parsePhoneNumber(ctx, input.phoneNumber);
  const record = await getOwnRecord(ctx, input.id, input.caller);
  const now = ctx.clock.now();
  await requirePhoneOpen(ctx, record, input.caller);
  if (record.phone !== phone) {
    // The conditions are part of the update, so that parallel calls can't get more tries.
    const { count } = await ctx.db.onboardingRecord.updateMany({
      where: { id: record.id, smsConsentAt: null, phoneTries: { lt: maxOnboardingNumbers } },
      data: { phone, phoneTries: { increment: 1 }, confirmationText: null, updatedAt: now },
    });
    if (count === 0) throw await explainRefusedNumber(ctx, record.id);
  }
  return getOnboarding(ctx, input.id, input.caller);
}

type OwnRecord = Awaited<ReturnType<typeof getOwnRecord>>;

/**
 * Throws AppError 409 once the number changes only in the account. A subscriber from before the
 * purchase must be logged in: entering their address at checkout doesn't prove that it's theirs.
 */
async function requirePhoneOpen(ctx: Context, record: OwnRecord, caller: OnboardingCaller) {
  if (!isPhoneOpen(record, ctx.clock.now())) throw phoneLocked();
  const { subscriber, subscriberId, paddleSubscriptionId } = record;
  if (!subscriber || subscriberId === caller.subscriberId || paddleSubscriptionId === null) return;
  const subscription = await ctx.db.subscription.findUnique({
    where: { paddleSubscriptionId },
    select: { createdAt: true },
  });
  if (subscription && isOlderThan(subscriber, subscription)) throw phoneLocked();
}

async function explainRefusedNumber(ctx: Context, id: number): Promise<AppError> {
  const record = await ctx.db.onboardingRecord.findUnique({
    where: { id },
    select: { smsConsentAt: true },
  });
  if (!record) return notFound();
  if (record.smsConsentAt !== null) return phoneLocked();
  return new AppError(409, onboardingMessages.phoneTriesUsed, { field: "phoneNumber" });
}

/**
 * Records the consent to texts, turns texts on, and sends the confirmation text. Repeating it
 * records and sends nothing. If the text can't be sent, the consent still counts.
 *
 * @returns what happened to the confirmation text, now or earlier
 * @throws AppError 404 like `getOwnRecord` or before email onboarding, 400 without a number or like
 *   `parsePhoneNumber`, 409 for a number that replied STOP or can't get texts, and when consent was
 *   already given (`isPhoneOpen`); otherwise like `enforceTextLimits` and `requireFirstTrial`
 */
export async function giveSmsConsent(
  ctx: Context,
  input: {
    id: number;
    caller: OnboardingCaller;
    clientAddress: string;
    userAgent: string | null;
  },
): Promise<ConfirmationText> {
  const record = await getOwnRecord(ctx, input.id, input.caller);
  const { phone, subscriber, subscriberId } = record;
  if (!record.completedAt) throw notFound();
  // Completed, but the address isn't confirmed yet and the purchase has no subscriber.
  if (!subscriber || subscriberId === null) throw phoneLocked();
  const isRepeated = phone !== null && subscriber.smsEnabled && subscriber.phone === phone;
  if (isRepeated) return describeConfirmationText(ctx, record);
  await requirePhoneOpen(ctx, record, input.caller);
  if (phone === null) {
    throw new AppError(400, onboardingMessages.phoneMissing, { field: "phoneNumber" });
  }
  const { clientAddress, userAgent } = input;
  parsePhoneNumber(ctx, phone);
  await requireReachable(ctx, phone);
  await requireFirstTrial(ctx, subscriberId, phone);
  await enforceTextLimits(ctx, { phoneNumber: phone, clientAddress, subscriberId });
  await ctx.db.$transaction(async (tx) => {
    await useOnlyConsent(ctx, tx, { id: record.id, subscriberId, phone });
    await storeSmsConsent(ctx, tx, { subscriberId, phone, clientAddress, userAgent });
  });
  try {
    await sendConfirmationText(ctx, { recordId: record.id, phoneNumber: phone });
    return "sent";
  } catch (error) {
    ctx.log.warn({ err: error }, "confirmation text not sent");
    return error instanceof TextNotSentError ? error.reason : "sending";
  }
}

/** Uses up the purchase's one consent, unless the number or the consent has just changed. */
async function useOnlyConsent(
  ctx: Context,
  tx: Transaction,
  { id, subscriberId, phone }: { id: number; subscriberId: number; phone: string },
): Promise<void> {
  const now = ctx.clock.now();
  // The subscriber is locked first, in the same order as sign-up and deletion do.
  const [subscriber] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM subscribers
    WHERE id = ${subscriberId} AND sms_consent_at IS NULL AND NOT sms_enabled FOR UPDATE`;
  const { count } = await tx.onboardingRecord.updateMany({
    where: { id, subscriberId, phone, smsConsentAt: null },
    data: { smsConsentAt: now, updatedAt: now },
  });
  if (!subscriber || count === 0) throw phoneLocked();
}

/**
 * Resends the confirmation text, only to the number on the caller's record.
 *
 * @throws AppError 404 for any other number, 409 before consent or for a number that replied STOP,
 *   429 like `enforceTextLimits`, 502 if the text wasn't accepted
 */
export async function resendConfirmationText(
  ctx: Context,
  input: { phoneNumber: string; caller: OnboardingCaller; clientAddress: string },
): Promise<void> {
  const phone = parsePhoneNumber(ctx, input.phoneNumber);
  const { uid, subscriberId } = input.caller;
  const records = await ctx.db.onboardingRecord.findMany({
    where: {
      phone,
      OR: [
        ...(uid === null ? [] : [{ uid }]),
        ...(subscriberId === null ? [] : [{ subscriberId }]),
      ],
    },
    select: recordFields,
  });
  const record = records.find((each) => isOwn(ctx, each, input.caller));
  if (!record) throw notFound();
  const hasConsented = record.subscriber?.smsEnabled && record.subscriber.phone === phone;
  if (!hasConsented) throw new AppError(409, onboardingMessages.smsAgreementRequired);
  await requireReachable(ctx, phone);
  await enforceTextLimits(ctx, {
    phoneNumber: phone,
    clientAddress: input.clientAddress,
    subscriberId: record.subscriberId,
  }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.status === 429)
      await storeConfirmationText(ctx, record.id, "limited");
    throw error;
  });
  await sendConfirmationText(ctx, { recordId: record.id, phoneNumber: phone });
}
