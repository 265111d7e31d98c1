import type {
  ListAdjustmentQueryParameters,
  ListTransactionQueryParameters,
} from "@paddle/paddle-node-sdk";
import { plans, type PlanName } from "@/lib/contracts/plans";
import {
  PaymentDeclined,
  PaymentsUnavailable,
  type Adjustment,
  type PaymentSnapshot,
  type PaymentsProvider,
  type Purchase,
} from "@/lib/domain/ports/payments";
import { createSdk, isMissing, throwIfDeclined, toUnavailable, within, withRetry } from "./calls";
import { moneyOf } from "./charge";
import { partialRefund, toAdjustment } from "./refunds";
import { termsOf, toCustomer, toPayment, toSubscription, uidOf } from "./snapshots";

export type PaddleSettings = {
  apiKey: string;
  /** Base URL of the sandbox; undefined means Paddle itself. */
  apiUrl: string | undefined;
  priceIds: Readonly<Record<PlanName, string>>;
  /** For one call, in milliseconds; 10,000 by default. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 10_000;
/** Paddle responds only after charging the card. */
const defaultChargeTimeoutMs = 30_000;
/** 300 transactions in all, which covers a busy day. */
const maxPages = 10;
const transactionsPerPage = 30;
const subscriptionsPerPage = 200;
const customersPerPage = 200;

/**
 * Paddle as the payment provider (https://developer.paddle.com/api-reference/overview). Reads are
 * retried after network failures, 5xx, and 429 (honoring `Retry-After`). Cancellations aren't,
 * because the first attempt may have succeeded: look the subscription up instead.
 */
export function createPaddleClient(settings: PaddleSettings): PaymentsProvider {
  const callTimeoutMs = settings.timeoutMs ?? defaultTimeoutMs;
  const chargeTimeoutMs = settings.timeoutMs ?? defaultChargeTimeoutMs;
  const paddle = createSdk(settings);

  async function read<Result>(
    work: () => Promise<Result>,
    deadlineMs = performance.now() + 3 * callTimeoutMs,
  ): Promise<Result> {
    try {
      return await withRetry(callTimeoutMs, deadlineMs, work);
    } catch (error) {
      if (isMissing(error)) throw error;
      throw toUnavailable(error);
    }
  }

  async function find<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await read(work);
    } catch (error) {
      if (isMissing(error)) return null;
      throw toUnavailable(error);
    }
  }

  async function change<Result>(
    work: () => Promise<Result>,
    timeoutMs = callTimeoutMs,
  ): Promise<Result> {
    try {
      return await within(timeoutMs, work());
    } catch (error) {
      throw error instanceof PaymentDeclined ? error : toUnavailable(error);
    }
  }

  /** The entries of all pages of a list. */
  async function* readAll<Entry, Snapshot>(
    all: { hasMore: boolean; next(): Promise<Entry[]> },
    toSnapshot: (entry: Entry) => Snapshot,
  ): AsyncGenerator<Snapshot> {
    while (all.hasMore) {
      const page = await read(() => all.next());
      yield* page.map(toSnapshot);
      if (page.length === 0) return;
    }
  }

  const listAdjustments = (filter: ListAdjustmentQueryParameters) =>
    readAll(paddle.adjustments.list(filter), toAdjustment);

  async function* listCompleted(
    filter: ListTransactionQueryParameters,
  ): AsyncGenerator<PaymentSnapshot> {
    const all = paddle.transactions.list({ ...filter, perPage: transactionsPerPage });
    for await (const transaction of readAll(all, (each) => each)) {
      if (transaction.status === "completed") yield toPayment(transaction);
    }
  }

  // When the interval changes, Paddle accepts only these two modes for items; see
  // https://developer.paddle.com/changelog/2024/change-billing-frequency-proration-billing-mode
  const planUpdate = (plan: PlanName, isBilled: boolean) => ({
    items: [{ priceId: settings.priceIds[plan], quantity: 1 }],
    prorationBillingMode: isBilled ? ("prorated_immediately" as const) : ("do_not_bill" as const),
  });

  const provider: PaymentsProvider = {
    async findPurchase(uid, { timeoutMs, since }): Promise<Purchase | null> {
      const deadlineMs = performance.now() + timeoutMs;
      const newest = paddle.transactions.list({
        "createdAt[GTE]": since.toISOString(),
        orderBy: "created_at[DESC]",
        perPage: transactionsPerPage,
      });
      for (let page = 0; page < maxPages && newest.hasMore; page += 1) {
        const transactions = await read(() => newest.next(), deadlineMs);
        const found = transactions.find(
          ({ customData, subscriptionId, customerId }) =>
            uidOf(customData) === uid && subscriptionId !== null && customerId !== null,
        );
        const { customerId, subscriptionId } = found ?? {};
        if (!customerId || !subscriptionId) continue;
        const [customer, subscription] = await Promise.all([
          read(() => paddle.customers.get(customerId), deadlineMs),
          read(() => paddle.subscriptions.get(subscriptionId), deadlineMs),
        ]).catch((error: unknown) => {
          throw toUnavailable(error);
        });
        const payments = transactions
          .filter((each) => each.subscriptionId === subscriptionId && each.status === "completed")
          .map(toPayment);
        return {
          customer: toCustomer(customer),
          subscription: { ...toSubscription(subscription), uid },
          payments,
        };
      }
      return null;
    },

    async findSubscription(subscriptionId) {
      const found = await find(() => paddle.subscriptions.get(subscriptionId));
      return found && toSubscription(found);
    },

    async findCustomer(customerId) {
      const found = await find(() => paddle.customers.get(customerId));
      return found && toCustomer(found);
    },

    async findNextCharge(subscriptionId) {
      const found = await find(() =>
        paddle.subscriptions.get(subscriptionId, { include: ["next_transaction"] }),
      );
      const { totals } = found?.nextTransaction?.details ?? {};
      return moneyOf(totals?.grandTotal, totals?.currencyCode);
    },

    async findCardLink(subscriptionId) {
      const found = await find(() =>
        paddle.subscriptions.getPaymentMethodChangeTransaction(subscriptionId),
      );
      return found?.checkout?.url ?? null;
    },

    listCustomers() {
      // Includes archived customers: their subscriptions continue.
      const status = ["active" as const, "archived" as const];
      return readAll(paddle.customers.list({ perPage: customersPerPage, status }), toCustomer);
    },

    listSubscriptions: () =>
      readAll(paddle.subscriptions.list({ perPage: subscriptionsPerPage }), toSubscription),

    listRecentPayments: (since) => listCompleted({ "createdAt[GTE]": since.toISOString() }),

    listAdjustments: () => listAdjustments({}),

    async listPayments(subscriptionId) {
      const filter = { subscriptionId: [subscriptionId] };
      const adjustments: Adjustment[] = [];
      for await (const adjustment of listAdjustments(filter)) adjustments.push(adjustment);
      const payments: PaymentSnapshot[] = [];
      for await (const payment of listCompleted(filter)) {
        const isOwn = ({ transactionId }: Adjustment) => transactionId === payment.transactionId;
        payments.push({ ...payment, adjustments: adjustments.filter(isOwn) });
      }
      return payments;
    },

    async cancelSubscription(subscriptionId, effectiveFrom) {
      return toSubscription(
        await change(() => paddle.subscriptions.cancel(subscriptionId, { effectiveFrom })),
      );
    },

    async keepSubscription(subscriptionId) {
      const kept = { scheduledChange: null };
      return toSubscription(await change(() => paddle.subscriptions.update(subscriptionId, kept)));
    },

    async activateSubscription(subscriptionId) {
      const activate = () => paddle.subscriptions.activate(subscriptionId).catch(throwIfDeclined);
      return toSubscription(await change(activate, chargeTimeoutMs));
    },

    async previewPlan(subscriptionId, { plan, isBilled }) {
      const preview = await change(() =>
        paddle.subscriptions.previewUpdate(subscriptionId, planUpdate(plan, isBilled)),
      );
      const { totals } = preview.immediateTransaction?.details ?? {};
      const nextChargeAt = preview.nextBilledAt === null ? null : new Date(preview.nextBilledAt);
      const { price, isTaxAdded, isDiscounted } = termsOf(preview);
      if (!price) throw new PaymentsUnavailable("Paddle: the preview has no price");
      return {
        charge: moneyOf(totals?.grandTotal, totals?.currencyCode),
        price: { ...price, interval: plans[plan].interval, isTaxAdded, isDiscounted },
        nextChargeAt,
      };
    },

    async changePlan(subscriptionId, { plan, isBilled, nextChargeAt }) {
      const update = () =>
        paddle.subscriptions
          .update(subscriptionId, {
            ...planUpdate(plan, isBilled),
            ...(nextChargeAt && { nextBilledAt: nextChargeAt.toISOString() }),
          })
          .catch(throwIfDeclined);
      return toSubscription(await change(update, chargeTimeoutMs));
    },

    async refundPayment(transactionId, reason, amount) {
      const whole = { action: "refund", type: "full", transactionId, reason } as const;
      const refund =
        amount === null
          ? whole
          : partialRefund(await read(() => paddle.transactions.get(transactionId)), amount, reason);
      await change(() => paddle.adjustments.create(refund));
    },

    async moveNextCharge(subscriptionId, at) {
      const move = { nextBilledAt: at.toISOString(), prorationBillingMode: "do_not_bill" } as const;
      return toSubscription(await change(() => paddle.subscriptions.update(subscriptionId, move)));
    },

    async openPortal(customerId, subscriptionIds) {
      const session = await change(() =>
        paddle.customerPortalSessions.create(customerId, subscriptionIds),
      );
      return session.urls.general.overview;
    },
  };
  return provider;
}
