import { setTimeout as sleep } from "node:timers/promises";
import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";
import { PaymentsUnavailable, type Purchase, type Version } from "../ports/payments";
import { linkPurchase } from "../billing/link-purchase";
import { lockCustomer, syncCustomer, syncPayment, syncSubscription } from "../billing/paddle-sync";

// How long a buyer waits for a late webhook. In real time, not on the injected clock.
const timeoutMs = 3_000;
const pollMs = 250;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Makes sure that the purchase with a uid is stored. If its webhooks are late, asks the payment
 * provider, for at most three seconds.
 *
 * @throws AppError 404 `account_not_found` if the payment provider doesn't know the uid either; 503
 *   if it can't be reached and no webhook arrives in that time
 */
export async function ensurePurchase(ctx: Context, uid: string): Promise<void> {
  if (await isStored(ctx, uid)) return;
  const deadlineMs = performance.now() + timeoutMs;
  const lookupAt = ctx.clock.now();
  try {
    const since = new Date(lookupAt.getTime() - dayMs);
    const purchase = await ctx.payments.findPurchase(uid, { timeoutMs, since });
    if (purchase) return await storePurchase(ctx, purchase, { occurredAt: lookupAt, eventId: "" });
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ctx.log.warn({ err: error }, "purchase lookup failed");
    await waitForWebhooks(ctx, uid, deadlineMs, error);
    return;
  }
  // Its webhook may have arrived during the lookup.
  if (await isStored(ctx, uid)) return;
  throw new AppError(404, onboardingMessages.accountNotFound, {
    code: onboardingErrorCodes.accountNotFound,
  });
}

async function isStored(ctx: Context, uid: string): Promise<boolean> {
  const record = await ctx.db.onboardingRecord.findUnique({
    where: { uid },
    select: { subscriberId: true, paddleSubscriptionId: true },
  });
  if (!record) return false;
  if (record.subscriberId !== null || record.paddleSubscriptionId === null) return true;
  // Without a subscriber, either the buyer's email is missing or it belongs to another subscriber.
  const subscription = await ctx.db.subscription.findUnique({
    where: { paddleSubscriptionId: record.paddleSubscriptionId },
    select: { paddleCustomerId: true },
  });
  const id = subscription?.paddleCustomerId ?? null;
  return id !== null && (await ctx.db.paddleCustomer.count({ where: { id } })) > 0;
}

async function waitForWebhooks(
  ctx: Context,
  uid: string,
  deadlineMs: number,
  cause: unknown,
): Promise<void> {
  for (;;) {
    if (await isStored(ctx, uid)) return;
    if (performance.now() + pollMs > deadlineMs) break;
    await sleep(pollMs);
  }
  throw new AppError(503, onboardingMessages.paymentsUnavailable, { cause });
}

/** Stores what the payment provider returned about a purchase, as its webhooks would have. */
export async function storePurchase(
  ctx: Context,
  { customer, subscription, payments }: Purchase,
  version: Version,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, customer.customerId);
    // First, because a buyer who deleted their account is stored again only with a new subscription.
    await syncSubscription(ctx, tx, subscription, version);
    await syncCustomer(tx, customer, version);
    for (const payment of payments) await syncPayment(ctx, tx, payment);
    await linkPurchase(ctx, tx, customer.customerId);
  });
}
