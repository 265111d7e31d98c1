import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import type { Context } from "../context";
import { awaitConfirmation } from "./address-confirmation";
import { attachPurchase } from "./attach-purchase";
import { isRefusedTrial, refuseRepeatTrial } from "../billing/repeat-trial";
import { ensurePurchase } from "./ensure-purchase";
import { lockPurchase } from "./lock-purchase";
import { isSameEmail } from "../outbox/same-email";
import { isAddressOpen, isOnboardingOpen } from "./onboarding-rules";
import {
  emailTaken,
  findEligibleSubscriber,
  type AddressOwner,
  type Signup,
  type SignupInput,
} from "./signup-subscriber";

/**
 * Turns a purchase into a subscriber: the email becomes the delivery and login address, and the
 * welcome email is planned. Submitting the same uid again, even from two tabs at once, results in
 * one subscriber with the last email and time zone. The address of an existing subscriber has to be
 * confirmed by email first, unless it's the one used at checkout or the browser is logged in there.
 *
 * @returns id of the onboarding record; null for a second trial that is refused, and then nothing is saved
 * @throws AppError 404 `account_not_found`; 409 `duplicate_active_email` if the email has an active or
 *   trialing subscription; 409 without a code if the email is otherwise taken, or if the sign-up was
 *   completed too long ago or changed too often; 410 for a sign-up that wasn't completed in time; 503 like
 *   `ensurePurchase`
 */
export async function completeSignup(ctx: Context, input: SignupInput): Promise<number | null> {
  await ensurePurchase(ctx, input);
  try {
    return await ctx.db.$transaction(async (tx) => {
      const signup = { ...(await lockPurchase(ctx, tx, input.uid)), input };
      return (await store(signup)) === "saved" ? signup.record.id : null;
    });
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error;
    // Two buyers submitted the same email at the same moment, and the other was first.
    throw emailTaken(error);
  }
}

async function store(signup: Signup): Promise<"saved" | "trial_used"> {
  const { ctx, tx, input, record, subscription } = signup;
  if (isRefusedTrial(subscription)) {
    // Someone who is subscribed doesn't need to start this subscription without a trial.
    if (record.completedAt === null) await findEligibleSubscriber(signup);
    return "trial_used";
  }
  const isOpen = isOnboardingOpen(record, ctx.clock.now());
  const isOwn = record.subscriberId !== null && record.subscriberId === input.subscriberId;
  if (!isOpen && !isOwn && record.completedAt === null) {
    throw new AppError(410, onboardingMessages.expired);
  }
  const owner = await findEligibleSubscriber(signup);
  const submitted = await findSubmitted(signup);
  if (!isOpen && record.completedAt !== null) {
    requireUnchanged(signup, submitted);
    return "saved";
  }
  const facts = { email: input.email, ...(owner && { subscriberId: owner.id }) };
  if (await refuseRepeatTrial(ctx, tx, subscription.id, facts)) return "trial_used";

  const isChanged = submitted !== null && !isSameEmail(submitted.email, input.email);
  const changed = isChanged ? await countAddressChange(signup) : signup;
  if (owner !== null && !isProvenOwner(signup, owner)) {
    await awaitConfirmation(changed, owner);
    return "saved";
  }
  await tx.addressConfirmation.deleteMany({ where: { onboardingId: record.id } });
  await attachPurchase(changed, owner);
  return "saved";
}

type Submitted = { email: string; timezone: string };

/** What was last submitted; null before the sign-up is completed. */
async function findSubmitted({ tx, record }: Signup): Promise<Submitted | null> {
  if (record.completedAt === null) return null;
  const select = { email: true, timezone: true } as const;
  const unconfirmed = await tx.addressConfirmation.findFirst({
    where: { onboardingId: record.id, confirmedAt: null },
    select,
  });
  if (unconfirmed || record.subscriberId === null) return unconfirmed;
  return tx.subscriber.findUnique({ where: { id: record.subscriberId }, select });
}

/**
 * The uid stays in the browser's history, so a completed sign-up can be changed only for a while.
 * Submitting the same values again still succeeds.
 */
function requireUnchanged({ input }: Signup, submitted: Submitted | null): void {
  const isSame =
    isSameEmail(submitted?.email, input.email) && submitted?.timezone === input.timezone;
  if (!isSame) throw new AppError(409, onboardingMessages.finished);
}

/** Throws AppError 409 once the address can't be changed anymore. */
async function countAddressChange(signup: Signup): Promise<Signup> {
  const { ctx, tx, record } = signup;
  const { completedAt } = record;
  if (completedAt && !isAddressOpen({ ...record, completedAt }, ctx.clock.now())) {
    throw new AppError(409, onboardingMessages.addressLocked, { field: "email" });
  }
  const { addressChanges } = await tx.onboardingRecord.update({
    where: { id: record.id },
    data: { addressChanges: { increment: 1 } },
    select: { addressChanges: true },
  });
  return { ...signup, record: { ...record, addressChanges } };
}

/** Typing someone's address proves nothing. Paying with it, or being logged in there, does. */
function isProvenOwner({ input, record, buyer }: Signup, owner: AddressOwner): boolean {
  if (owner.id === record.subscriberId || owner.id === input.subscriberId) return true;
  return isSameEmail(buyer?.email, owner.email);
}
