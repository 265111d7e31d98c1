import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import type { Timezone } from "@/lib/contracts/timezones";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { isEntitled } from "../billing/entitlement";
import type { Context } from "../context";
import { eligibilityOf } from "../subscribers/subscription-eligibility";

/** What a buyer submits, and from where. */
export type SignupInput = {
  uid: string;
  email: string;
  timezone: Timezone;
  clientAddress: string;
  userAgent: string | null;
};

/** A sign-up in its transaction: what was submitted, and the purchase behind its uid. */
export type Signup = {
  ctx: Context;
  tx: Transaction;
  input: SignupInput;
  record: {
    id: number;
    completedAt: Date | null;
    paddleCustomerId: string | null;
    /** The subscriber that the purchase belongs to so far. */
    subscriberId: number | null;
  };
  subscription: { id: number; status: string; createdAt: Date };
};

/**
 * Finds and locks the subscriber who has the submitted email, or returns null if nobody has it.
 *
 * @throws AppError 409 if that subscriber can't get another subscription
 */
export async function findEligibleSubscriber(signup: Signup): Promise<number | null> {
  const { tx, input, record } = signup;
  const [subscriber] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM subscribers WHERE lower(email) = lower(${input.email}) FOR UPDATE`;
  if (!subscriber) return null;
  if (subscriber.id === record.subscriberId) return subscriber.id;
  const eligibility = eligibilityOf(await findOtherSubscriptions(signup, subscriber.id));
  if (eligibility === "free") return subscriber.id;
  if (eligibility === "at_risk") throw emailTaken();
  throw new AppError(409, onboardingMessages.emailActive, {
    code: onboardingErrorCodes.emailActive,
    field: "email",
  });
}

/** The refusal of an email that another subscriber has. */
export function emailTaken(cause?: unknown): AppError {
  return new AppError(409, onboardingMessages.emailTaken, { field: "email", cause });
}

/**
 * Finds the linked subscriber if this purchase created it, so that its email can be replaced.
 * Anyone can enter someone else's address at checkout, so older subscribers keep theirs.
 */
export async function findReplaceableSubscriber({
  tx,
  record,
  subscription,
}: Signup): Promise<number | null> {
  if (record.subscriberId === null) return null;
  const subscriber = await tx.subscriber.findUnique({
    where: { id: record.subscriberId },
    select: { id: true, createdAt: true, _count: { select: { subscriptions: true } } },
  });
  if (!subscriber || subscriber._count.subscriptions > 1) return null;
  return subscriber.createdAt >= subscription.createdAt ? subscriber.id : null;
}

/** Creates a subscriber with the submitted email. Returns the id. */
export async function createSubscriber({ ctx, tx, input, record }: Signup): Promise<number> {
  const buyer =
    record.paddleCustomerId === null
      ? null
      : await tx.paddleCustomer.findUnique({ where: { id: record.paddleCustomerId } });
  const { id } = await tx.subscriber.create({
    data: {
      email: input.email,
      paymentEmail: buyer?.email ?? null,
      name: buyer?.name ?? null,
      createdAt: ctx.clock.now(),
    },
    select: { id: true },
  });
  return id;
}

/** Whether a subscriber still gets the briefing through another subscription. */
export async function hasOtherEntitlement(signup: Signup, subscriberId: number): Promise<boolean> {
  const now = signup.ctx.clock.now();
  const others = await findOtherSubscriptions(signup, subscriberId);
  return others.some((subscription) => isEntitled(subscription, now));
}

function findOtherSubscriptions({ tx, subscription }: Signup, subscriberId: number) {
  return tx.subscription.findMany({
    where: { subscriberId, id: { not: subscription.id } },
    select: { status: true, cancelAt: true, accessEndsAt: true, stoppedAt: true },
  });
}
