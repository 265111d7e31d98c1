import type { Timezone } from "@/lib/contracts/timezones";
import { onboardingMessages, termsWording } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { violatedUniqueIndex } from "@/lib/platform/database/violations";
import { recordAudit } from "../audit";
import type { Context } from "../context";
import { changeTimezone } from "../delivery/reader/change-timezone";
import { isOnboardingOpen } from "./onboarding-rules";
import { planWelcome } from "../outbox/notices";
import { eligibilityOf } from "../subscribers/subscription-eligibility";
import { ensurePurchase } from "./ensure-purchase";
import { isEntitled } from "../billing/entitlement";
import { lockCustomer } from "../billing/paddle-sync";
import { requireFirstTrial } from "../billing/repeat-trial";

/** What a buyer submits, checked, and from where. */
export type SignupInput = {
  uid: string;
  email: string;
  timezone: Timezone;
  clientAddress: string;
  userAgent: string | null;
};

type Subscription = { id: number; status: string; createdAt: Date };

type Step = {
  ctx: Context;
  tx: Transaction;
  input: SignupInput;
  subscription: Subscription;
  /** Whose the record was until now. */
  currentId: number | null;
};

/**
 * Turns a purchase into a served subscriber: the address becomes the delivery and login address,
 * the welcome is kept for sending. The same again, in two tabs at once or after the browser's back
 * button, ends in one subscriber with what was submitted last.
 *
 * @returns number of the onboarding record
 * @throws AppError 404 `account_not_found`; 409 `duplicate_active_email` when the address has an
 *   active or trialing subscription, without that code when it is taken otherwise, or the sign-up
 *   was finished long ago; 503 as `ensurePurchase`
 */
export async function completeSignup(ctx: Context, input: SignupInput): Promise<number> {
  await ensurePurchase(ctx, input.uid);
  try {
    return await ctx.db.$transaction((tx) => submit(ctx, tx, input));
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error;
    // Two buyers took the address at the same moment; this one came second.
    throw emailTaken(error);
  }
}

async function submit(ctx: Context, tx: Transaction, input: SignupInput): Promise<number> {
  const now = ctx.clock.now();
  const record = await lockRecord(tx, input.uid);
  const subscription =
    record?.paddleSubscriptionId &&
    (await tx.subscription.findUnique({
      where: { paddleSubscriptionId: record.paddleSubscriptionId },
      select: { id: true, status: true, createdAt: true },
    }));
  if (!record || !subscription) {
    throw new AppError(404, onboardingMessages.accountNotFound, { code: "account_not_found" });
  }
  const step: Step = { ctx, tx, input, subscription, currentId: record.subscriberId };
  const ownerId = await chooseOwner(step);
  if (!isOnboardingOpen(record, now)) return (await requireUnchanged(step, ownerId)) && record.id;
  const owner = await finalizeSignup(step, ownerId, record);
  await planWelcome(ctx, tx, owner);
  return record.id;
}

async function lockRecord(tx: Transaction, uid: string) {
  const found = await tx.onboardingRecord.findUnique({
    where: { uid },
    select: { paddleCustomerId: true },
  });
  if (found?.paddleCustomerId) await lockCustomer(tx, found.paddleCustomerId);
  return tx.onboardingRecord.findUnique({ where: { uid } });
}

/** Whose the purchase is under this address; null when nobody has the address yet. */
async function chooseOwner({ tx, input, subscription, currentId }: Step) {
  const [owner] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM subscribers WHERE lower(email) = lower(${input.email}) FOR UPDATE`;
  if (!owner) return null;
  const others = await tx.subscription.findMany({
    where: { subscriberId: owner.id, id: { not: subscription.id } },
    select: { status: true, cancelAt: true, stoppedAt: true },
  });
  const eligibility = eligibilityOf(others);
  if (owner.id === currentId || eligibility === "free") return owner.id;
  if (eligibility === "at_risk") throw emailTaken();
  throw new AppError(409, onboardingMessages.emailActive, {
    code: "duplicate_active_email",
    field: "email",
  });
}

function emailTaken(cause?: unknown): AppError {
  return new AppError(409, onboardingMessages.emailTaken, { field: "email", cause });
}

/** Long after the sign-up its address in the browser's history must not change an account. */
async function requireUnchanged(
  { tx, input, currentId }: Step,
  ownerId: number | null,
): Promise<true> {
  const owner =
    ownerId !== null && ownerId === currentId
      ? await tx.subscriber.findUnique({ where: { id: ownerId }, select: { timezone: true } })
      : null;
  if (owner?.timezone === input.timezone) return true;
  throw new AppError(409, onboardingMessages.finished);
}

async function finalizeSignup(
  step: Step,
  ownerId: number | null,
  record: { id: number; completedAt: Date | null; paddleCustomerId: string | null },
): Promise<{ id: number; email: string }> {
  const { ctx, tx, input, subscription, currentId } = step;
  const now = ctx.clock.now();
  const isCurrentFresh = currentId !== null && (await isMadeByPurchase(step, currentId));
  const id = ownerId ?? (isCurrentFresh ? currentId : await createOwner(step, record));
  const isAgain = record.completedAt !== null && id === currentId;
  const isServed = isAgain || (await isServedByAnother(step, id));
  if (isServed) await changeTimezone(ctx, tx, id, input.timezone);
  const owner = await tx.subscriber.update({
    where: { id },
    data: {
      updatedAt: now,
      ...(!isServed && { timezone: input.timezone }),
      ...(ownerId === null && { email: input.email }),
    },
    select: { id: true, email: true },
  });
  await tx.subscription.update({
    where: { id: subscription.id },
    data: { subscriberId: id },
    select: { id: true },
  });
  await tx.onboardingRecord.update({
    where: { id: record.id },
    data: {
      subscriberId: id,
      termsAgreedAt: now,
      completedAt: record.completedAt ?? now,
      updatedAt: now,
    },
    select: { id: true },
  });
  if (isCurrentFresh && id !== currentId) await tx.subscriber.delete({ where: { id: currentId } });
  await requireFirstTrial(ctx, tx, subscription);
  if (record.completedAt === null || id !== currentId) await noteTerms(step, id);
  return owner;
}

/** Whether a subscriber gets the briefing by a subscription that they have cancelled already. */
async function isServedByAnother({ ctx, tx, subscription }: Step, subscriberId: number) {
  const others = await tx.subscription.findMany({
    where: { subscriberId, id: { not: subscription.id } },
    select: { status: true, cancelAt: true, accessEndsAt: true, stoppedAt: true },
  });
  return others.some((other) => isEntitled(other, ctx.clock.now()));
}

/** Whether a subscriber came about by this very purchase, so that its address may be replaced. */
async function isMadeByPurchase({ tx, subscription }: Step, subscriberId: number) {
  const subscriber = await tx.subscriber.findUnique({
    where: { id: subscriberId },
    select: { createdAt: true, _count: { select: { subscriptions: true } } },
  });
  if (!subscriber) return false;
  // Anybody can type a stranger's address into a checkout: who was there before keeps their own.
  return subscriber._count.subscriptions <= 1 && subscriber.createdAt >= subscription.createdAt;
}

async function createOwner(
  { ctx, tx, input }: Step,
  { paddleCustomerId }: { paddleCustomerId: string | null },
): Promise<number> {
  const buyer =
    paddleCustomerId === null
      ? null
      : await tx.paddleCustomer.findUnique({ where: { id: paddleCustomerId } });
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

async function noteTerms({ ctx, tx, input }: Step, subscriberId: number): Promise<void> {
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
