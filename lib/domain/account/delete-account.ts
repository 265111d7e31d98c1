import { accountDataMessages } from "@/lib/messages/account";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit } from "../audit";
import { stopNow } from "../billing/cancel";
import {
  customersOf,
  eraseBilling,
  findOwnSubscriptions,
  lockCustomers,
  type OwnSubscription,
} from "../billing/erasure";
import type { Context } from "../context";
import { anonymizeDeliveries } from "../delivery/reader/subscriber-deliveries";
import { listAddresses, type KnownAddresses } from "./addresses";

/** Milliseconds. A subscriber with years of deliveries has hundreds of rows. */
const transactionLimits = { maxWait: 10_000, timeout: 30_000 };

/**
 * Deletes an account (docs/product-spec.md, section 7.6). Billing ends first, immediately, at
 * Paddle; then all personal data is deleted, including the sessions. What stays: anonymous ledger
 * rows, Paddle's ids, so that later events don't recreate the account, and suppressed addresses,
 * so that they are never written to again.
 *
 * @param input.email typed by the user, in any case
 * @throws AppError 400 for another address, 503 when Paddle can't be reached, 409 when a purchase
 *   came in between; in each case nothing was deleted
 */
export async function deleteAccount(
  ctx: Context,
  { subscriberId, email }: { subscriberId: number; email: string },
): Promise<void> {
  const subscriber = await ctx.db.subscriber.findUnique({
    where: { id: subscriberId },
    select: { email: true },
  });
  if (!subscriber) throw new AppError(401, httpMessages.loginRequired);
  if (subscriber.email.toLowerCase() !== email.toLowerCase()) {
    throw new AppError(400, accountDataMessages.emailDiffers, { field: "email" });
  }
  for (const subscription of await findOwnSubscriptions(ctx.db, subscriberId)) {
    await endBilling(ctx, subscription);
  }
  await ctx.db.$transaction((tx) => erase(ctx, tx, subscriberId), transactionLimits);
}

async function endBilling(ctx: Context, subscription: OwnSubscription): Promise<void> {
  try {
    await stopNow(ctx, subscription);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { paddleSubscriptionId: id } = subscription;
    // Paddle can't bill a subscription that it doesn't know.
    const isUnknownToPaddle =
      id !== null && (await ctx.payments.findSubscription(id).catch(() => undefined)) === null;
    if (!isUnknownToPaddle) {
      throw new AppError(503, accountDataMessages.billingUnavailable, { cause: error });
    }
    await ctx.db.subscription.update({
      where: { id: subscription.id },
      data: { stoppedAt: ctx.clock.now() },
      select: { id: true },
    });
  }
}

async function erase(ctx: Context, tx: Transaction, subscriberId: number): Promise<void> {
  await lockCustomers(tx, customersOf(await findOwnSubscriptions(tx, subscriberId)));
  const [subscriber] = await tx.$queryRaw<unknown[]>`
    SELECT id FROM subscribers WHERE id = ${subscriberId} FOR UPDATE`;
  // Another tab has already deleted it.
  if (!subscriber) return;
  const subscriptions = await findOwnSubscriptions(tx, subscriberId);
  if (subscriptions.some(({ status, stoppedAt }) => status !== "canceled" && stoppedAt === null)) {
    throw new AppError(409, accountDataMessages.subscriptionChanged);
  }
  const addresses = await listAddresses(tx, subscriberId);
  await anonymizeDeliveries(tx, subscriberId);
  const buyers = await eraseBilling(ctx, tx, subscriptions);
  await erasePersonalData(tx, subscriberId, {
    emails: [...addresses.emails, ...buyers.flatMap((buyer) => buyer.email ?? [])],
    phones: addresses.phones,
    customerIds: buyers.map(({ customerId }) => customerId),
  });
  // Cascades to sessions, login links, consents, notices, and onboarding records.
  await tx.subscriber.deleteMany({ where: { id: subscriberId } });
  await recordAudit(ctx, tx, {
    actor: `subscriber:${subscriberId}`,
    action: "account.deleted",
    subject: `subscriber:${subscriberId}`,
  });
}

/** Deletes what identifies the person from webhook and audit events. */
async function erasePersonalData(
  tx: Transaction,
  subscriberId: number,
  { emails, phones, customerIds }: KnownAddresses & { customerIds: string[] },
): Promise<void> {
  const names = [...emails, ...phones, ...customerIds].map((name) => name.toLowerCase());
  await tx.$executeRaw`DELETE FROM webhook_events WHERE webhook_subject(payload) = ANY(${names}::text[])`;
  await tx.$executeRaw`
    UPDATE audit_events SET detail = NULL WHERE subject = ${`subscriber:${subscriberId}`}`;
  // A suppressed address keeps its audit events: they decide whether an older event still applies.
  await tx.$executeRaw`
    DELETE FROM audit_events a
    USING (
      SELECT 'email:' || lower(unnest(${emails}::text[])) AS subject
      UNION SELECT 'sms:' || unnest(${phones}::text[])) own
    WHERE a.subject = own.subject
      AND NOT EXISTS (
        SELECT 1 FROM suppressions s WHERE s.channel || ':' || s.address = own.subject)`;
}
