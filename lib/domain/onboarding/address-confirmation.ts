import { dayMs } from "@/lib/calendar/units";
import { onboardingErrorCodes, type ConfirmationRefusal } from "@/lib/contracts/onboarding";
import { addressConfirmationDays } from "@/lib/contracts/durations";
import { timezoneSchema } from "@/lib/contracts/timezones";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { refuseRepeatTrial } from "../billing/repeat-trial";
import type { Context } from "../context";
import { planNotice } from "../outbox/notices";
import { attachPurchase, completeRecord, recordTerms, storeTimezone } from "./attach-purchase";
import { lockPurchase } from "./lock-purchase";
import { isSameEmail } from "../outbox/same-email";
import {
  emailTaken,
  findEligibleSubscriber,
  findReplaceableSubscriber,
  type AddressOwner,
  type Signup,
  type SignupInput,
} from "./signup-subscriber";

/**
 * Completes a sign-up with an existing subscriber's address without touching that subscriber: emails
 * them a link, once, and keeps what was submitted until someone confirms with it. Until then the
 * purchase stays with the subscriber that it created, if any.
 */
export async function awaitConfirmation(signup: Signup, owner: AddressOwner): Promise<void> {
  const { ctx, tx, record } = signup;
  const createdId = await findReplaceableSubscriber(signup);
  if (createdId !== null) await storeTimezone(signup, createdId);
  await completeRecord(signup, record.subscriberId);
  if (createdId !== null && record.completedAt === null) await recordTerms(signup, createdId);
  const id = await storeConfirmation(signup, owner);
  await planNotice(ctx, tx, {
    key: `confirm_address:${id}`,
    kind: "confirm_address",
    subscriberId: owner.id,
    recipient: owner.email,
    detail: { confirmationId: id },
  });
}

/** The ID of the stored submission; unchanged if only the time zone changed. */
async function storeConfirmation(signup: Signup, owner: AddressOwner): Promise<number> {
  const { ctx, tx, input, record } = signup;
  const now = ctx.clock.now();
  const where = { onboardingId: record.id };
  const known = await tx.addressConfirmation.findUnique({ where });
  const isValid = known !== null && known.confirmedAt === null && known.expiresAt > now;
  if (isValid && known.subscriberId === owner.id) {
    await tx.addressConfirmation.update({ where, data: { timezone: input.timezone } });
    return known.id;
  }
  await tx.addressConfirmation.deleteMany({ where });
  const { id } = await tx.addressConfirmation.create({
    data: {
      ...where,
      subscriberId: owner.id,
      email: owner.email,
      timezone: input.timezone,
      ipAddress: input.clientAddress,
      userAgent: input.userAgent,
      createdAt: now,
      expiresAt: new Date(now.getTime() + addressConfirmationDays * dayMs),
    },
    select: { id: true },
  });
  return id;
}

/** A link for confirming an address, as its page shows it. */
export type ConfirmationView =
  | { state: "invalid" | "expired" | "confirmed" }
  | {
      state: "open";
      email: string;
      timezone: string;
      /** The last digits of the number to be added, if any: the reader may not be the buyer. */
      phoneEnding: string | null;
      /** Whether this browser made the purchase. */
      isOwnBrowser: boolean;
    };

/**
 * What confirming would do. Changes nothing.
 *
 * @param checkoutUid the purchase that the browser's cookie opens, if any
 */
export async function findConfirmation(
  ctx: Context,
  id: number,
  checkoutUid: string | null,
): Promise<ConfirmationView> {
  const found = await ctx.db.addressConfirmation.findUnique({
    where: { id },
    include: {
      subscriber: { select: { email: true, smsEnabled: true, smsConsentAt: true } },
      onboarding: { select: { uid: true, phone: true, smsConsentAt: true } },
    },
  });
  if (!found || !isSameEmail(found.email, found.subscriber.email)) return { state: "invalid" };
  if (found.confirmedAt !== null) return { state: "confirmed" };
  if (found.expiresAt <= ctx.clock.now()) return { state: "expired" };
  const { email, timezone, onboarding, subscriber } = found;
  const hasTexts = subscriber.smsEnabled || subscriber.smsConsentAt !== null;
  const isPhoneAdded = onboarding.smsConsentAt !== null && !hasTexts;
  return {
    state: "open",
    email,
    timezone,
    phoneEnding: isPhoneAdded ? (onboarding.phone?.slice(-4) ?? null) : null,
    isOwnBrowser: onboarding.uid === checkoutUid,
  };
}

/**
 * Attaches the purchase to the subscriber who has the address, and applies what was submitted.
 * Repeating it changes nothing.
 *
 * @returns null, or why it isn't possible now. Null also for a link that was used, has expired, or was
 *   replaced: its page says so.
 */
export async function confirmAddress(
  ctx: Context,
  id: number,
): Promise<ConfirmationRefusal | null> {
  if ((await findConfirmation(ctx, id, null)).state !== "open") return null;
  try {
    return await ctx.db.$transaction((tx) => confirm(ctx, tx, id));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ reason: error.userMessage }, "address not confirmed");
    return error.code === onboardingErrorCodes.deliveryPending ? "sending" : "subscribed";
  }
}

/** Why it isn't possible, if that is stored with the transaction. Otherwise as `confirmAddress`. */
async function confirm(ctx: Context, tx: Transaction, id: number): Promise<"trial" | null> {
  const unlocked = await tx.addressConfirmation.findUnique({
    where: { id },
    select: { onboarding: { select: { uid: true } } },
  });
  // The buyer has just entered a different address.
  if (!unlocked) throw emailTaken();
  const { uid } = unlocked.onboarding;
  const locked = await lockPurchase(ctx, tx, uid);
  // Read under the lock: another tab may have confirmed, or the buyer may have changed the address.
  const found = await tx.addressConfirmation.findUnique({ where: { id, confirmedAt: null } });
  if (!found) return null;
  const signup = { ...locked, input: submittedIn(uid, found) };
  const owner = await findEligibleSubscriber(signup);
  if (owner?.id !== found.subscriberId) throw emailTaken();
  const facts = { email: owner.email, subscriberId: owner.id };
  if (await refuseRepeatTrial(ctx, tx, signup.subscription.id, facts)) return "trial";
  await attachPurchase(signup, owner);
  await tx.addressConfirmation.update({ where: { id }, data: { confirmedAt: ctx.clock.now() } });
  return null;
}

type Submitted = { email: string; timezone: string; ipAddress: string; userAgent: string | null };

function submittedIn(uid: string, submitted: Submitted): SignupInput {
  const { email, ipAddress: clientAddress, userAgent } = submitted;
  const timezone = timezoneSchema.parse(submitted.timezone);
  return { uid, email, timezone, clientAddress, userAgent, subscriberId: null, sessionId: null };
}
