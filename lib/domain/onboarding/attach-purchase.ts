import { termsWording } from "@/lib/messages/onboarding";
import { recordAudit } from "../audit";
import { changeTimezone } from "../delivery/subscriber/change-timezone";
import { reserveFormerEmail } from "../delivery/subscriber/subscriber-deliveries";
import { planNotice } from "../outbox/notices";
import { mergeSubscriber } from "./merge-subscriber";
import { isSameEmail } from "../outbox/same-email";
import { endLogins } from "../contact/end-logins";
import {
  createSubscriber,
  findReplaceableSubscriber,
  hasOtherEntitlement,
  type AddressOwner,
  type Signup,
} from "./signup-subscriber";

/**
 * Attaches a purchase to the subscriber who has the submitted email, and applies what was submitted.
 *
 * @param owner null when nobody has the email: then the subscriber that the purchase created gets
 *   it, or a new one
 * @throws AppError like `mergeSubscriber`
 */
export async function attachPurchase(signup: Signup, owner: AddressOwner | null): Promise<void> {
  const { ctx, tx, input, record, buyer } = signup;
  const now = ctx.clock.now();
  const oldEmail = await findAddressSoFar(signup);
  const replaceableId = await findReplaceableSubscriber(signup);
  const id = owner?.id ?? replaceableId ?? (await createSubscriber(signup));
  await storeTimezone(signup, id);
  if (owner === null) await reserveFormerEmail(ctx, tx, id);
  const subscriber = await tx.subscriber.update({
    where: { id },
    data: {
      updatedAt: now,
      ...(owner === null && { email: input.email }),
      ...(buyer !== null && { paymentEmail: buyer.email }),
    },
    select: { id: true, email: true },
  });
  // The previous address may have been mistyped and be someone else's.
  if (owner === null) await endLogins(ctx, tx, id, input.sessionId);
  await linkTo(signup, id);
  const isMerged = replaceableId !== null && replaceableId !== id;
  if (isMerged) await mergeSubscriber(ctx, tx, { fromId: replaceableId, intoId: id });
  const hasAgreed = record.completedAt !== null && (isMerged || record.subscriberId === id);
  if (!hasAgreed) await recordTerms(signup, id);
  await planNotice(ctx, tx, {
    key: `welcome:${subscriber.email.toLowerCase()}`,
    kind: "welcome",
    subscriberId: subscriber.id,
    recipient: subscriber.email,
  });
  await planAddressNotices(signup, subscriber, oldEmail);
}

/** The address that a completed sign-up's briefings currently go to. */
async function findAddressSoFar({ tx, record }: Signup): Promise<string | null> {
  if (record.completedAt === null || record.subscriberId === null) return null;
  const subscriber = await tx.subscriber.findUnique({
    where: { id: record.subscriberId },
    select: { email: true },
  });
  return subscriber?.email ?? null;
}

/** Tells the address used at checkout where the briefings go, and the old one that they don't. */
async function planAddressNotices(
  signup: Signup,
  { id: subscriberId, email }: AddressOwner,
  oldEmail: string | null,
): Promise<void> {
  const { ctx, tx, record, buyer } = signup;
  if (isSameEmail(oldEmail, email)) return;
  const event = `${record.id}:${record.addressChanges}`;
  if (buyer !== null && !isSameEmail(buyer.email, email)) {
    await planNotice(ctx, tx, {
      key: `delivery_address:${event}`,
      kind: "delivery_address",
      subscriberId,
      recipient: buyer.email,
      detail: { email, isNew: !(await hasOtherEntitlement(signup, subscriberId)) },
    });
  }
  if (oldEmail === null || isSameEmail(buyer?.email, oldEmail)) return;
  await planNotice(ctx, tx, {
    key: `address_changed:${event}`,
    kind: "address_changed",
    subscriberId,
    recipient: oldEmail,
  });
}

/** Someone who may already get briefings moves without losing or repeating one. */
export async function storeTimezone(signup: Signup, subscriberId: number): Promise<void> {
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
async function linkTo(signup: Signup, subscriberId: number): Promise<void> {
  const { tx, subscription } = signup;
  await tx.subscription.update({
    where: { id: subscription.id },
    data: { subscriberId },
    select: { id: true },
  });
  await completeRecord(signup, subscriberId);
}

/** Marks the sign-up as completed, for the subscriber that it now belongs to. */
export async function completeRecord(
  { ctx, tx, record }: Signup,
  subscriberId: number | null,
): Promise<void> {
  const now = ctx.clock.now();
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

export async function recordTerms({ ctx, tx, input }: Signup, subscriberId: number): Promise<void> {
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
