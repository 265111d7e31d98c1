import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import type { Timezone } from "@/lib/contracts/timezones";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { entitlementColumns, isEntitled } from "../billing/entitlement";
import type { Context } from "../context";
import { eligibilityOf } from "../billing/subscription-eligibility";

/** What a buyer submits, and from where. */
export type SignupInput = {
  uid: string;
  email: string;
  timezone: Timezone;
  clientAddress: string;
  userAgent: string | null;
  /** The subscriber that the browser is logged in as. */
  subscriberId: number | null;
  /** The session of that login. */
  sessionId: string | null;
};

/** A sign-up in its transaction: what was submitted, and the purchase behind its uid. */
export type Signup = {
  ctx: Context;
  tx: Transaction;
  input: SignupInput;
  record: {
    id: number;
    createdAt: Date;
    completedAt: Date | null;
    addressChanges: number;
    /** The subscriber that the purchase currently belongs to. */
    subscriberId: number | null;
  };
  subscription: { id: number; status: string; endReason: string | null; createdAt: Date };
  /** What was entered at checkout, if Paddle has told us. */
  buyer: { email: string; name: string | null } | null;
};

/** A subscriber who has the submitted email. */
export type AddressOwner = { id: number; email: string };

/**
 * Finds and locks the subscriber who has the submitted email, or returns null if nobody has it.
 *
 * @throws AppError 409 if that subscriber can't get another subscription
 */
export async function findEligibleSubscriber(signup: Signup): Promise<AddressOwner | null> {
  const { tx, input, record } = signup;
  const [subscriber] = await tx.$queryRaw<AddressOwner[]>`
    SELECT id, email FROM subscribers WHERE lower(email) = lower(${input.email}) FOR UPDATE`;
  if (!subscriber) return null;
  if (subscriber.id === record.subscriberId) return subscriber;
  const eligibility = eligibilityOf(await findOtherSubscriptions(signup, subscriber.id));
  if (eligibility === "free") return subscriber;
  if (eligibility === "at_risk") throw emailTaken();
  throw new AppError(409, onboardingMessages.emailActive, {
    code: onboardingErrorCodes.emailActive,
    field: "email",
  });
}

/** The error for an email that another subscriber has. */
export function emailTaken(cause?: unknown): AppError {
  return new AppError(409, onboardingMessages.emailTaken, { field: "email", cause });
}

/** How far two processes' clocks can differ (milliseconds). */
const clockToleranceMs = 5_000;

/** Whether a subscriber existed before a purchase, which then doesn't prove that the address is theirs. */
export function isOlderThan(
  subscriber: { createdAt: Date },
  subscription: { createdAt: Date },
): boolean {
  return subscriber.createdAt.getTime() < subscription.createdAt.getTime() - clockToleranceMs;
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
  return isOlderThan(subscriber, subscription) ? null : subscriber.id;
}

/** Creates a subscriber with the submitted email. Returns the id. */
export async function createSubscriber({ ctx, tx, input, buyer }: Signup): Promise<number> {
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
    select: entitlementColumns,
  });
}
