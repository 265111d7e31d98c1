import { accountDataMessages } from "@/lib/messages/account";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { appendErasures, type ErasureRecord } from "@/lib/platform/data-folder/erasure-file";
import type { PastTrialRecord } from "@/lib/platform/data-folder/past-trial-files";
import { recordAudit, type Actor } from "../audit";
import { eraseAuditEvents } from "../audit-log/remove-events";
import {
  auditSubjectsOf,
  customersOf,
  eraseBilling,
  findOwnSubscriptions,
  listErased,
  lockCustomers,
  findPurchases,
  type OwnSubscription,
} from "../billing/erasure";
import { keepPastTrials } from "../billing/past-trials";
import type { Context } from "../context";
import {
  anonymizeDeliveries,
  reserveFormerEmail,
} from "../delivery/subscriber/subscriber-deliveries";
import { planNotice } from "../outbox/notices";
import { listAddresses, withoutOthers, type KnownAddresses } from "./addresses";
import { keepConsentProofs } from "./consent-proofs";

/** Milliseconds. A subscriber with years of deliveries has hundreds of rows. */
const transactionLimits = { maxWait: 10_000, timeout: 30_000 };

export type EraseOptions = {
  /** Who deletes it (default: the subscriber). */
  actor?: Actor;
  /** When it was deleted, if a backup brought it back. Its billing ended then. */
  erasedBefore?: Date;
  /** Whether the person gets an email about it; its address is forgotten once it's sent. */
  tellsPerson?: boolean;
};

/** The key of the email about the deletion of an account. */
export function deletionNoticeKey(subscriberId: number): string {
  return `account_deleted:${subscriberId}`;
}

/**
 * Deletes an account whose billing has ended, with everything that identifies the person, and records
 * the erasure in the database and in the data folder. Does nothing when there is no such account.
 *
 * @throws AppError 409 when a subscription is still being billed; nothing was deleted
 */
export async function eraseAccount(
  ctx: Context,
  subscriberId: number,
  options: EraseOptions = {},
): Promise<void> {
  const kept = await ctx.db.$transaction(
    (tx) => erase(ctx, tx, subscriberId, options),
    transactionLimits,
  );
  await copyKept(ctx, kept);
}

/**
 * Deletes the purchases of a Paddle customer that never got an account, like `eraseAccount`.
 *
 * @throws AppError 409 when a subscription is still being billed or has an account; nothing was deleted
 */
export async function erasePurchases(ctx: Context, customerId: string): Promise<void> {
  const kept = await ctx.db.$transaction(async (tx) => {
    await lockCustomers(tx, [customerId]);
    const subscriptions = await findPurchases(tx, customerId);
    if (subscriptions.some((each) => isBilled(each) || each.subscriberId !== null)) {
      throw new AppError(409, accountDataMessages.subscriptionChanged);
    }
    const erasedAt = ctx.clock.now();
    const pastTrials = await keepPastTrials(ctx, tx, null, { subscriptions, erasedAt });
    const { buyers, records: erasures } = await eraseBilling(tx, subscriptions, erasedAt);
    await eraseReports(ctx, tx, {
      emails: buyers.flatMap(({ email }) => email ?? []),
      phones: [],
      customerIds: [customerId],
    });
    return { erasures, pastTrials };
  }, transactionLimits);
  await copyKept(ctx, kept);
}

const isBilled = ({ status, stoppedAt }: OwnSubscription) => status !== "canceled" && !stoppedAt;

/** What is kept of an account, in the database and in the data folder. */
type Kept = { erasures: ErasureRecord[]; pastTrials: PastTrialRecord[] };

/** Copies the records to the data folder. If that fails, the next daily comparison does it. */
async function copyKept(ctx: Context, { erasures, pastTrials }: Kept): Promise<void> {
  try {
    await appendErasures(ctx.settings.erasureFile, erasures);
    await ctx.pastTrials.append(pastTrials);
  } catch (error) {
    ctx.log.error({ err: error }, "erasure not copied to the data folder");
  }
}

async function erase(
  ctx: Context,
  tx: Transaction,
  subscriberId: number,
  { actor = `subscriber:${subscriberId}`, erasedBefore, tellsPerson = false }: EraseOptions,
): Promise<Kept> {
  const erasedAt = erasedBefore ?? ctx.clock.now();
  await lockCustomers(tx, customersOf(await findOwnSubscriptions(tx, subscriberId)));
  const [subscriber] = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM subscribers WHERE id = ${subscriberId} FOR UPDATE`;
  // Another tab has already deleted it.
  if (!subscriber) return { erasures: [], pastTrials: [] };
  const all = await findOwnSubscriptions(tx, subscriberId);
  const subscriptions = erasedBefore ? await releaseLaterPurchases(tx, all) : all;
  if (!erasedBefore && subscriptions.some(isBilled)) {
    throw new AppError(409, accountDataMessages.subscriptionChanged);
  }
  const addresses = await listAddresses(ctx, tx, subscriberId);
  await keepConsentProofs(ctx, tx, subscriberId, erasedAt);
  const pastTrials = await keepPastTrials(ctx, tx, subscriberId, { subscriptions, erasedAt });
  await reserveFormerEmail(ctx, tx, subscriberId);
  await anonymizeDeliveries(tx, subscriberId);
  const { buyers, records } = await eraseBilling(tx, subscriptions, erasedAt);
  const atPaddle = buyers.flatMap((buyer) => buyer.email ?? []);
  await eraseReports(ctx, tx, {
    emails: [...addresses.emails, ...(await withoutOthers(tx, subscriberId, atPaddle))],
    phones: addresses.phones,
    customerIds: buyers.map(({ customerId }) => customerId),
  });
  // The log keeps that there were changes to the account, and when.
  await eraseAuditEvents(ctx, tx, {
    deleted: subscriptions.flatMap(auditSubjectsOf),
    blanked: [`subscriber:${subscriberId}`],
  });
  const own = await tx.$queryRaw<ErasureRecord[]>`
    INSERT INTO erasures (hash, erased_at)
    SELECT erasure_hash(subscriber_name(s)), ${erasedAt} FROM subscribers s
    WHERE s.id = ${subscriberId}
    ON CONFLICT (hash) DO NOTHING RETURNING hash, erased_at AS "erasedAt"`;
  await tx.choice.deleteMany({
    where: { subject: { in: [...records, ...own].map(({ hash }) => hash) } },
  });
  if (tellsPerson) {
    await planNotice(ctx, tx, {
      key: deletionNoticeKey(subscriberId),
      kind: "account_deleted",
      subscriberId: null,
      recipient: subscriber.email,
    });
  }
  // Cascades to sessions, login links, consents, notices, and onboarding records.
  await tx.subscriber.deleteMany({ where: { id: subscriberId } });
  const subject = `subscriber:${subscriberId}`;
  await recordAudit(ctx, tx, { actor, action: "account.deleted", subject });
  return { erasures: [...records, ...own], pastTrials };
}

/**
 * Unlinks purchases made after the deletion from an account that a backup brought back: their buyer has a new
 * account, or will get one.
 *
 * @returns the other subscriptions
 */
async function releaseLaterPurchases(
  tx: Transaction,
  subscriptions: readonly OwnSubscription[],
): Promise<OwnSubscription[]> {
  const idOf = (each: OwnSubscription) => each.paddleSubscriptionId ?? [];
  const erased = await listErased(tx, subscriptions.flatMap(idOf));
  const isErased = ({ paddleSubscriptionId: id }: OwnSubscription) => id === null || erased.has(id);
  const later = subscriptions.filter((each) => !isErased(each)).flatMap(idOf);
  const update = {
    where: { paddleSubscriptionId: { in: later } },
    data: { subscriberId: null },
  };
  await tx.subscription.updateMany(update);
  await tx.onboardingRecord.updateMany(update);
  return subscriptions.filter(isErased);
}

/** Deletes webhook events and audit events about someone's addresses. */
async function eraseReports(
  ctx: Pick<Context, "clock">,
  tx: Transaction,
  {
    emails,
    phones,
    customerIds,
  }: Pick<KnownAddresses, "emails" | "phones"> & { customerIds: string[] },
): Promise<void> {
  const names = [...emails, ...phones, ...customerIds].map((name) => name.toLowerCase());
  await tx.$executeRaw`DELETE FROM webhook_events WHERE webhook_subject(payload) = ANY(${names}::text[])`;
  // A suppressed address keeps its audit events: they decide whether an older event still applies.
  const forgotten = await tx.$queryRaw<{ subject: string }[]>`
    SELECT subject FROM (
      SELECT 'email:' || lower(unnest(${emails}::text[])) AS subject
      UNION SELECT 'sms:' || unnest(${phones}::text[])) own
    WHERE NOT EXISTS (
      SELECT 1 FROM suppressions s WHERE s.channel || ':' || s.address = own.subject)`;
  const deleted = forgotten.map(({ subject }) => subject);
  await eraseAuditEvents(ctx, tx, { deleted, blanked: [] });
}
