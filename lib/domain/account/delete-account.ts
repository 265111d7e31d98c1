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
import { listAddresses, type OwnAddresses } from "./addresses";

/** Real milliseconds: a person with years of deliveries has hundreds of rows. */
const transactionLimits = { maxWait: 10_000, timeout: 30_000 };

/**
 * Deletes an account. Billing ends first, at once, at the payment company; then everything goes
 * that leads to the person, sessions included. What stays: ledger rows as counts, Paddle's ids so
 * that its later events bring nothing back, and an address that must not be written to, so that
 * nobody ever does.
 *
 * @param input.email typed by the person; case does not count
 * @throws AppError 400 for another address, 503 when the payment company cannot be reached, 409
 *   when a purchase came in between; then nothing was deleted
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
    // What the payment company does not know, it does not bill.
    const isUnknownThere =
      id !== null && (await ctx.payments.findSubscription(id).catch(() => undefined)) === null;
    if (!isUnknownThere) {
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
  // Another tab was quicker.
  if (!subscriber) return;
  const subscriptions = await findOwnSubscriptions(tx, subscriberId);
  if (subscriptions.some(({ status, stoppedAt }) => status !== "canceled" && stoppedAt === null)) {
    throw new AppError(409, accountDataMessages.changedMeanwhile);
  }
  const addresses = await listAddresses(tx, subscriberId);
  await anonymizeDeliveries(tx, subscriberId);
  const buyers = await eraseBilling(ctx, tx, subscriptions);
  await forgetTraces(tx, subscriberId, {
    emails: [...addresses.emails, ...buyers.flatMap((buyer) => buyer.email ?? [])],
    phones: addresses.phones,
    customerIds: buyers.map(({ customerId }) => customerId),
  });
  // Sessions, login links, consents, notices and onboarding records go with it.
  await tx.subscriber.deleteMany({ where: { id: subscriberId } });
  await recordAudit(ctx, tx, {
    actor: `subscriber:${subscriberId}`,
    action: "account.deleted",
    subject: `subscriber:${subscriberId}`,
  });
}

/** Takes out of the records of events what names the person. */
async function forgetTraces(
  tx: Transaction,
  subscriberId: number,
  { emails, phones, customerIds }: OwnAddresses & { customerIds: string[] },
): Promise<void> {
  const names = [...emails, ...phones, ...customerIds].map((name) => name.toLowerCase());
  await tx.$executeRaw`DELETE FROM webhook_events WHERE webhook_subject(payload) = ANY(${names}::text[])`;
  await tx.$executeRaw`
    UPDATE audit_events SET detail = NULL WHERE subject = ${`subscriber:${subscriberId}`}`;
  // An address on the suppression list keeps its history: it decides what an older event may do.
  await tx.$executeRaw`
    DELETE FROM audit_events a
    USING (
      SELECT 'email:' || lower(unnest(${emails}::text[])) AS subject
      UNION SELECT 'sms:' || unnest(${phones}::text[])) own
    WHERE a.subject = own.subject
      AND NOT EXISTS (
        SELECT 1 FROM suppressions s WHERE s.channel || ':' || s.address = own.subject)`;
}
