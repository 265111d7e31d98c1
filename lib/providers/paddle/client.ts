import type {
  CustomerSnapshot,
  PaymentSnapshot,
  PaymentsProvider,
  PaymentStatus,
  Purchase,
  SubscriptionSnapshot,
} from "@/lib/domain/ports/payments";
import { PaymentsUnavailable } from "@/lib/domain/ports/payments";
import { describeCallError } from "@/lib/platform/outbound-call";
import {
  ApiError,
  LogLevel,
  Paddle,
  type Customer,
  type Environment,
  type ListTransactionQueryParameters,
  type Subscription,
  type Transaction,
} from "@paddle/paddle-node-sdk";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/** Where money is asked about. */
export type PaddleSettings = {
  apiKey: string;
  /** Base address of a local imitation; undefined means Paddle itself. */
  apiUrl: string | undefined;
  /** Milliseconds for one call; 10,000 unless told. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 10_000;
const maxAttempts = 3;
const longestWaitMs = 5_000;
/** A page of 30 transactions each; a day of a busy shop is found among the newest 300. */
const maxPages = 10;
const transactionsPerPage = 30;
const subscriptionsPerPage = 200;
const customersPerPage = 200;

const statusSchema = z.enum(["trialing", "active", "past_due", "paused", "canceled"]);
const customDataSchema = z.object({ uid: z.string() });

/** Paddle's answers are complete or the SDK throws a TypeError: both are "could not be asked". */
function toUnavailable(error: unknown): PaymentsUnavailable {
  return error instanceof PaymentsUnavailable
    ? error
    : new PaymentsUnavailable(`Paddle: ${describeCallError(error)}`, { cause: error });
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === "not_found" || error.code === "entity_not_found")
  );
}

/** The SDK has no time limit of its own, and what it calls cannot be cut off: its answer is left. */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const limit = new AbortController();
  const silence = sleep(timeoutMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new PaymentsUnavailable(`Paddle did not answer within ${timeoutMs} ms.`);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    limit.abort();
    silence.catch(() => undefined);
    work.catch(() => undefined);
  }
}

/** Milliseconds until the next try, or null when another one would be refused too. */
function waitAfter(error: unknown, attempt: number): number | null {
  const backoffMs = 200 * 2 ** attempt + Math.random() * 100;
  if (!(error instanceof ApiError)) return backoffMs;
  if (error.retryAfter !== null) return error.retryAfter * 1_000;
  return error.type === "api_error" || error.code === "too_many_requests" ? backoffMs : null;
}

/** Tries a reading call again, up to three times and no longer than the deadline. */
async function withRetry<Result>(
  timeoutMs: number,
  deadlineMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    const leftMs = deadlineMs - performance.now();
    try {
      return await within(Math.max(1, Math.min(timeoutMs, leftMs)), work());
    } catch (error) {
      const waitMs = waitAfter(error, attempt);
      const isOver = attempt + 1 >= maxAttempts || performance.now() + (waitMs ?? 0) >= deadlineMs;
      if (waitMs === null || isOver || waitMs > longestWaitMs) throw error;
      await sleep(waitMs);
    }
  }
}

function toDate(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null;
}

function uidOf(customData: unknown): string | null {
  const read = customDataSchema.safeParse(customData);
  return read.success ? read.data.uid : null;
}

function toCustomer(customer: Customer): CustomerSnapshot {
  return { customerId: customer.id, email: customer.email, name: customer.name };
}

function planOf({
  interval,
  frequency,
}: Subscription["billingCycle"]): "monthly" | "annual" | null {
  if (frequency !== 1) return null;
  if (interval === "month") return "monthly";
  return interval === "year" ? "annual" : null;
}

function toSubscription(subscription: Subscription): SubscriptionSnapshot {
  const status: PaymentStatus = statusSchema.parse(subscription.status);
  const { scheduledChange: change } = subscription;
  return {
    subscriptionId: subscription.id,
    customerId: subscription.customerId,
    status,
    plan: planOf(subscription.billingCycle),
    uid: uidOf(subscription.customData),
    firstChargeAt: toDate(
      subscription.firstBilledAt ??
        subscription.items[0]?.trialDates?.endsAt ??
        (status === "trialing" ? subscription.nextBilledAt : null),
    ),
    nextChargeAt: toDate(subscription.nextBilledAt),
    periodEndsAt: toDate(subscription.currentBillingPeriod?.endsAt),
    cancelAt: change?.action === "cancel" ? toDate(change.effectiveAt) : null,
    canceledAt: toDate(subscription.canceledAt),
    updatedAt: new Date(subscription.updatedAt),
  };
}

function toPayment(transaction: Transaction): PaymentSnapshot {
  return {
    transactionId: transaction.id,
    customerId: transaction.customerId,
    subscriptionId: transaction.subscriptionId,
    uid: uidOf(transaction.customData),
    periodEndsAt: toDate(transaction.billingPeriod?.endsAt),
    refundedAt: null,
  };
}

/**
 * Paddle as the house's payment company (https://developer.paddle.com/api-reference/overview).
 * Reading is tried again after network failures, 5xx and 429 (whose `Retry-After` is kept to);
 * cancelling is not, because nobody can say whether the first try counted: ask how it stands.
 */
export function createPaddleClient(settings: PaddleSettings): PaymentsProvider {
  const callTimeoutMs = settings.timeoutMs ?? defaultTimeoutMs;
  const paddle = new Paddle(settings.apiKey, {
    logLevel: LogLevel.none,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- the SDK takes any base address here, which its type does not say
    ...(settings.apiUrl !== undefined && { environment: settings.apiUrl as Environment }),
  });

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

  async function change<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await within(callTimeoutMs, work());
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  async function refundedTransactions(subscriptionId?: string): Promise<Map<string, Date>> {
    const adjustments = paddle.adjustments.list(
      subscriptionId === undefined ? {} : { subscriptionId: [subscriptionId] },
    );
    const refunded = new Map<string, Date>();
    while (adjustments.hasMore) {
      for (const adjustment of await read(() => adjustments.next())) {
        const isBack = adjustment.action === "refund" || adjustment.action === "chargeback";
        if (isBack && adjustment.status === "approved" && adjustment.type === "full") {
          refunded.set(adjustment.transactionId, new Date(adjustment.updatedAt));
        }
      }
    }
    return refunded;
  }

  async function* listCompleted(
    filter: ListTransactionQueryParameters,
    refunded: ReadonlyMap<string, Date>,
  ): AsyncGenerator<PaymentSnapshot> {
    const all = paddle.transactions.list({ ...filter, perPage: transactionsPerPage });
    while (all.hasMore) {
      const page = await read(() => all.next());
      for (const transaction of page) {
        if (transaction.status !== "completed") continue;
        yield { ...toPayment(transaction), refundedAt: refunded.get(transaction.id) ?? null };
      }
      if (page.length === 0) return;
    }
  }

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

    async *listCustomers() {
      // Archived ones too: their subscriptions go on.
      const all = paddle.customers.list({
        perPage: customersPerPage,
        status: ["active", "archived"],
      });
      while (all.hasMore) {
        const page = await read(() => all.next());
        yield* page.map(toCustomer);
        if (page.length === 0) return;
      }
    },

    async *listSubscriptions() {
      const all = paddle.subscriptions.list({ perPage: subscriptionsPerPage });
      while (all.hasMore) {
        const page = await read(() => all.next());
        yield* page.map(toSubscription);
        if (page.length === 0) return;
      }
    },

    async *listRecentPayments(since) {
      const refunded = await refundedTransactions();
      yield* listCompleted({ "createdAt[GTE]": since.toISOString() }, refunded);
    },

    async listPayments(subscriptionId) {
      const refunded = await refundedTransactions(subscriptionId);
      const payments: PaymentSnapshot[] = [];
      const mine = listCompleted({ subscriptionId: [subscriptionId] }, refunded);
      for await (const payment of mine) payments.push(payment);
      return payments;
    },

    async cancelSubscription(subscriptionId, effectiveFrom) {
      return toSubscription(
        await change(() => paddle.subscriptions.cancel(subscriptionId, { effectiveFrom })),
      );
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
