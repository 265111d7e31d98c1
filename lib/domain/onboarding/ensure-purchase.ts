import { setTimeout as sleep } from "node:timers/promises";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";
import { PaymentsUnavailable, type Purchase, type Version } from "../ports/payments";
import { linkPurchase } from "../billing/link-purchase";
import { lockCustomer, syncCustomer, syncPayment, syncSubscription } from "../billing/paddle-sync";

/** Real milliseconds that a person waits for a webhook that is late. */
const timeoutMs = 3_000;
const lookAgainMs = 250;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Makes sure that the purchase behind a checkout's uid is known here, if there is one: when its
 * webhooks are late the payment company is asked, for three seconds at the most.
 *
 * @throws AppError 404 `account_not_found` when nobody knows the uid; 503 when the payment company
 *   cannot be asked and no webhook came meanwhile
 */
export async function ensurePurchase(ctx: Context, uid: string): Promise<void> {
  if (await isKnown(ctx, uid)) return;
  const deadlineMs = performance.now() + timeoutMs;
  const askedAt = ctx.clock.now();
  try {
    const since = new Date(askedAt.getTime() - dayMs);
    const purchase = await ctx.payments.findPurchase(uid, { timeoutMs, since });
    if (purchase) return await storePurchase(ctx, purchase, { occurredAt: askedAt, eventId: "" });
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ctx.log.warn({ err: error }, "a purchase could not be asked about");
    await waitForWebhooks(ctx, uid, deadlineMs, error);
    return;
  }
  // The last word: its webhook may have come while the company was asked.
  if (await isKnown(ctx, uid)) return;
  throw new AppError(404, onboardingMessages.accountNotFound, { code: "account_not_found" });
}

async function isKnown(ctx: Context, uid: string): Promise<boolean> {
  const record = await ctx.db.onboardingRecord.findUnique({
    where: { uid },
    select: { subscriberId: true, paddleSubscriptionId: true },
  });
  if (!record) return false;
  if (record.subscriberId !== null || record.paddleSubscriptionId === null) return true;
  // Without a subscriber it may be that the address is missing, or that it belongs to another.
  const known = await ctx.db.subscription.findUnique({
    where: { paddleSubscriptionId: record.paddleSubscriptionId },
    select: { paddleCustomerId: true },
  });
  const id = known?.paddleCustomerId ?? null;
  return id !== null && (await ctx.db.paddleCustomer.count({ where: { id } })) > 0;
}

async function waitForWebhooks(
  ctx: Context,
  uid: string,
  deadlineMs: number,
  cause: unknown,
): Promise<void> {
  for (;;) {
    if (await isKnown(ctx, uid)) return;
    if (performance.now() + lookAgainMs > deadlineMs) break;
    await sleep(lookAgainMs);
  }
  throw new AppError(503, onboardingMessages.paymentsUnavailable, { cause });
}

/** Keeps what the payment company said about a purchase, as its webhooks would have done. */
export async function storePurchase(
  ctx: Context,
  { customer, subscription, payments }: Purchase,
  version: Version,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, customer.customerId);
    // First: a buyer whose account was deleted is known again by what they bought since.
    await syncSubscription(ctx, tx, subscription, version);
    await syncCustomer(tx, customer, version);
    for (const payment of payments) await syncPayment(ctx, tx, payment);
    await linkPurchase(ctx, tx, customer.customerId);
  });
}
