import { dayMs } from "@/lib/calendar/units";
import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@/lib/contracts/limits";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import type { Context } from "../context";
import { perClientAddress } from "../limits/per-client-address";
import { countHit, enforceRateLimits, refundHit, refundHits } from "../limits/rate-limit";
import { PaymentsUnavailable, type Purchase } from "../ports/payments";
import { linkPurchase } from "../billing/link-purchase";
import { isOurSubscription } from "../billing/is-our-product";
import { reviewRefunds } from "../billing/review-refunds";
import {
  lockCustomer,
  syncCustomer,
  syncPayment,
  syncSubscription,
  versionOf,
} from "../billing/paddle-sync";
import { accountNotFound } from "./lock-purchase";

// How long a buyer waits for a late webhook (real time).
const timeoutMs = 3_000;
const pollMs = 250;

/**
 * Makes sure that the purchase with a uid is stored. If its webhooks are late, asks the payment provider, for
 * at most three seconds: once in ten seconds for the same uid, and a few times for unknown uids from the same
 * network. Otherwise waits that long for the webhooks.
 *
 * @throws AppError 404 `account_not_found` if the payment provider doesn't know the uid either, didn't a
 *   moment ago, or knows it for a different product; 429 after too many unknown uids; 503 if the provider
 *   can't be reached and no webhook arrives in that time
 */
export async function ensurePurchase(
  ctx: Context,
  { uid, clientAddress }: { uid: string; clientAddress: string },
): Promise<void> {
  if (await isStored(ctx, uid)) return;
  const deadlineMs = performance.now() + timeoutMs;
  const lookupKey = `purchase-lookup:${uid}`;
  const { hits } = await countHit(ctx, lookupKey, limits.purchaseLookupPerUid);
  if (hits > limits.purchaseLookupPerUid.hits) {
    return waitForWebhooks(ctx, uid, deadlineMs, accountNotFound());
  }
  const limit = limits.purchaseLookupsPerAddress;
  const lookups = perClientAddress("purchase-lookups", clientAddress, limit);
  try {
    await enforceRateLimits(ctx, lookups);
  } catch (error) {
    await refundHit(ctx, lookupKey, limits.purchaseLookupPerUid);
    return waitForWebhooks(ctx, uid, deadlineMs, error);
  }
  try {
    const since = new Date(ctx.clock.now().getTime() - dayMs);
    const purchase = await ctx.payments.findPurchase(uid, { timeoutMs, since });
    if (purchase && (await isOurSubscription(ctx, ctx.db, purchase.subscription))) {
      await refundHits(ctx, lookups);
      return await storePurchase(ctx, purchase);
    }
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ctx.log.warn({ err: error }, "purchase lookup failed");
    await refundHit(ctx, lookupKey, limits.purchaseLookupPerUid);
    await refundHits(ctx, lookups);
    const unavailable = new AppError(503, onboardingMessages.paymentsUnavailable, { cause: error });
    return waitForWebhooks(ctx, uid, deadlineMs, unavailable);
  }
  // Its webhook may have arrived during the lookup.
  if (await isStored(ctx, uid)) return;
  throw accountNotFound();
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

/** Throws `failure` if the purchase isn't stored by then. */
async function waitForWebhooks(
  ctx: Context,
  uid: string,
  deadlineMs: number,
  failure: unknown,
): Promise<void> {
  for (;;) {
    if (await isStored(ctx, uid)) return;
    if (performance.now() + pollMs > deadlineMs) break;
    await sleep(pollMs);
  }
  throw failure;
}

/** Stores what the payment provider returned about a purchase, as its webhooks would have. */
export async function storePurchase(
  ctx: Context,
  { customer, subscription, payments }: Purchase,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, customer.customerId);
    const isFromWebhook = true;
    // Comes first, because a buyer who deleted their account is stored again only with a new subscription.
    await syncSubscription(ctx, tx, subscription, { ...versionOf(subscription), isFromWebhook });
    await syncCustomer(ctx, tx, customer, { ...versionOf(customer), isFromWebhook });
    for (const payment of payments) await syncPayment(ctx, tx, payment);
    await linkPurchase(ctx, tx, customer.customerId);
    await reviewRefunds(ctx, tx, customer.customerId);
  });
}
