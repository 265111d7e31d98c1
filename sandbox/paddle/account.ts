import type { DatabaseSync } from "node:sqlite";
import type { SandboxClock } from "../state/clock";
import { inTransaction } from "../state/database";
import { RequestError } from "../request-error";
import { makeCatalog, priceEntity, productEntity, trialDays, type CatalogPrice } from "./catalog";
import {
  customerEntity,
  adjustmentEntity,
  subscriptionEntity,
  transactionEntity,
  type AdjustmentEntity,
  type CustomData,
  type CustomerEntity,
  type Period,
  type SubscriptionEntity,
  type TransactionEntity,
} from "./entities";
import { addInterval, makePaddleId, toPaddleTime } from "./notation";
import { PaddleStore, type PaddleEvent } from "./store";

/** What `simulate` can do to a subscription. */
export const lifecycleEvents = [
  "activate",
  "renew",
  "past_due",
  "pause",
  "resume",
  "cancel",
  "refund",
] as const;

export type LifecycleEvent = (typeof lifecycleEvents)[number];

export type CompletedPurchase = {
  customerId: string;
  subscriptionId: string;
  transactionId: string;
  events: PaddleEvent[];
};

/** How a price is replaced. */
export type PriceChange = {
  /** Whether it's charged now, prorated. */
  isBilled: boolean;
  /** When it's charged next, instead of a period from now. */
  nextBilledAt: string | undefined;
};

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The simulated Paddle account: each action changes entities and returns the events Paddle would send. One
 * file, because every action works on the same customer, subscription, and transaction.
 */
export class PaddleAccount {
  readonly store: PaddleStore;
  readonly catalog: readonly CatalogPrice[];
  readonly database: DatabaseSync;
  readonly #clock: SandboxClock;
  readonly #siteUrl: string;

  constructor(
    database: DatabaseSync,
    options: {
      clock: SandboxClock;
      siteUrl: string;
      monthlyPriceId: string;
      annualPriceId: string;
    },
  ) {
    this.database = database;
    this.#clock = options.clock;
    this.#siteUrl = options.siteUrl;
    this.store = new PaddleStore(database);
    this.catalog = makeCatalog(options);
  }

  /** A new Paddle id with this prefix. */
  makeId(prefix: string): string {
    return makePaddleId(prefix, this.#clock.nowMs(), this.store.nextSequence());
  }

  /** The current time in Paddle's notation, different on every call. */
  now(): string {
    return toPaddleTime(this.#clock.nowMs(), this.store.nextSequence());
  }

  findPrice(match: Partial<CatalogPrice>): CatalogPrice | undefined {
    return this.catalog.find(
      (price) => price.plan === match.plan || price.priceId === match.priceId,
    );
  }

  /** @throws RequestError 400 */
  requirePrice(plan: CatalogPrice["plan"]): CatalogPrice {
    const price = this.findPrice({ plan });
    if (!price) throw new RequestError(400, "This plan doesn't exist.", "plan");
    return price;
  }

  /** A completed checkout: a customer, a subscription on trial, and a transaction of $0. */
  purchase(input: {
    email: string;
    name: string | null;
    price: CatalogPrice;
    customData: CustomData;
    hasDiscount?: boolean;
    /** Migrated by Paddle from another tool. */
    isImported?: boolean;
  }): CompletedPurchase {
    return inTransaction(this.database, () => this.#purchase(input));
  }

  #purchase(input: Parameters<PaddleAccount["purchase"]>[0]): CompletedPurchase {
    const { price, customData, isImported = false } = input;
    const discountId = input.hasDiscount ? this.makeId("dsc") : null;
    const at = this.now();
    const known = this.store.findCustomer(input.email);
    const customer: CustomerEntity =
      known ?? customerEntity({ id: this.makeId("ctm"), email: input.email, name: input.name, at });
    const trial: Period = {
      starts_at: at,
      ends_at: toPaddleTime(Date.parse(at) + trialDays * dayMs, 0),
    };
    const addressId = this.makeId("add");
    const subscription = subscriptionEntity({
      id: this.makeId("sub"),
      customerId: customer.id,
      addressId,
      price,
      customData,
      at,
      trial,
      siteUrl: this.#siteUrl,
      discountId,
    });
    const transaction = transactionEntity({
      id: this.makeId("txn"),
      status: "completed",
      customerId: customer.id,
      addressId,
      subscriptionId: subscription.id,
      price,
      amount: "0",
      origin: "web",
      discountId,
      customData,
      at,
      period: trial,
    });
    this.store.save("customer", customer);
    this.store.save("subscription", subscription);
    this.store.save("transaction", transaction);
    const events = [
      this.#record(
        isImported ? "customer.imported" : known ? "customer.updated" : "customer.created",
        customer,
      ),
      this.#record(isImported ? "subscription.imported" : "subscription.created", {
        ...subscription,
        transaction_id: transaction.id,
      }),
      this.#record("subscription.trialing", subscription),
      this.#record("transaction.completed", transaction),
    ];
    return {
      customerId: customer.id,
      subscriptionId: subscription.id,
      transactionId: transaction.id,
      events,
    };
  }

  /**
   * Applies a lifecycle event to a subscription.
   *
   * @throws RequestError 404 when the subscription doesn't exist, 409 when it is canceled
   */
  simulate(subscriptionId: string, event: LifecycleEvent): PaddleEvent[] {
    return inTransaction(this.database, () => {
      const subscription = this.findSubscription(subscriptionId);
      if (subscription.status === "canceled" && event !== "refund") {
        throw new RequestError(409, "A canceled subscription can't change.", "event");
      }
      return this.#apply(subscription, event);
    });
  }

  /** @throws RequestError 404 */
  findSubscription(id: string): SubscriptionEntity {
    const found = this.store.find("subscription", id);
    if (!found) throw new RequestError(404, `No subscription has the id ${id}.`, "id");
    return found;
  }

  #apply(subscription: SubscriptionEntity, event: LifecycleEvent): PaddleEvent[] {
    switch (event) {
      case "activate":
      case "renew":
        // The end of the period, at which a scheduled cancellation takes effect.
        return subscription.scheduled_change?.action === "cancel"
          ? this.#cancel(subscription)
          : this.#bill(subscription, event);
      case "past_due":
        return this.#failToBill(subscription);
      case "pause":
        return this.#change("subscription.paused", {
          ...subscription,
          status: "paused",
          paused_at: this.now(),
          next_billed_at: null,
          current_billing_period: null,
        });
      case "resume":
        return this.#bill({ ...subscription, paused_at: null }, "resume");
      case "cancel":
        return this.#cancel(subscription);
      case "refund":
        break;
    }
    return this.#refund(subscription);
  }

  /** Cancels a subscription immediately. */
  cancelNow(subscription: SubscriptionEntity): PaddleEvent[] {
    return inTransaction(this.database, () => this.#cancel(subscription));
  }

  #cancel(subscription: SubscriptionEntity): PaddleEvent[] {
    return this.#change("subscription.canceled", {
      ...subscription,
      status: "canceled",
      canceled_at: this.now(),
      next_billed_at: null,
      current_billing_period: null,
      scheduled_change: null,
    });
  }

  /** Saves a changed subscription and returns the resulting events. */
  change(subscription: SubscriptionEntity): PaddleEvent[] {
    return inTransaction(this.database, () => this.#change("subscription.updated", subscription));
  }

  #change(type: string, changed: SubscriptionEntity): PaddleEvent[] {
    const at = this.now();
    const subscription: SubscriptionEntity = {
      ...changed,
      updated_at: at,
      items: changed.items.map((item) => ({
        ...item,
        status: changed.status === "trialing" ? "trialing" : item.status,
        updated_at: at,
        next_billed_at: changed.next_billed_at,
      })),
    };
    this.store.save("subscription", subscription);
    const events = [this.#record("subscription.updated", subscription)];
    if (type !== "subscription.updated") events.push(this.#record(type, subscription));
    return events;
  }

  #nextPeriod(subscription: SubscriptionEntity, startsNow: boolean): Period {
    const now = this.now();
    const due = subscription.current_billing_period?.ends_at;
    const startsAt = !startsNow && due !== undefined && due > now ? due : now;
    return {
      starts_at: startsAt,
      ends_at: addInterval(startsAt, subscription.billing_cycle.interval),
    };
  }

  /** What a subscription costs, which may differ from the price of the catalog. */
  #priceOf({ items: [item] }: SubscriptionEntity): CatalogPrice {
    const price = this.findPrice({ priceId: item?.price.id ?? "" });
    if (!item || !price) throw new RequestError(500, "The subscription has no price.");
    const { amount, currency_code: currency } = item.price.unit_price;
    return { ...price, amount, currency };
  }

  /** Changes what a subscription costs from the next charge on, in the currency's smallest unit. */
  reprice(subscriptionId: string, amount: string): PaddleEvent[] {
    const subscription = this.findSubscription(subscriptionId);
    const items = subscription.items.map((item) => ({
      ...item,
      price: { ...item.price, unit_price: { ...item.price.unit_price, amount } },
    }));
    return this.change({ ...subscription, items });
  }

  /** A future charge of a subscription, for `next_transaction` and previews. */
  #preview(subscription: SubscriptionEntity, amount: string, period: Period) {
    const { details } = transactionEntity({
      id: "txn_preview",
      status: "ready",
      customerId: subscription.customer_id,
      addressId: subscription.address_id,
      subscriptionId: subscription.id,
      price: this.#priceOf(subscription),
      amount,
      origin: "subscription_recurring",
      discountId: subscription.discount?.id ?? null,
      customData: null,
      at: this.now(),
      period,
    });
    const { tax_rates_used: taxRates, totals, line_items: lines } = details;
    const items = lines.map(({ id: _id, ...line }) => line);
    const shown = { tax_rates_used: taxRates, totals, line_items: items };
    return { billing_period: period, details: shown, adjustments: [] };
  }

  /** What the next charge will be; null if there's none. */
  nextTransaction(subscription: SubscriptionEntity) {
    const { next_billed_at: at, scheduled_change: change, billing_cycle: cycle } = subscription;
    if (at === null || change?.action === "cancel") return null;
    const period = { starts_at: at, ends_at: addInterval(at, cycle.interval) };
    return this.#preview(subscription, this.#priceOf(subscription).amount, period);
  }

  /**
   * The subscription with a different price, and what's charged for that now, prorated like Paddle: the
   * unused part of the period is deducted
   * (https://developer.paddle.com/build/subscriptions/replace-products-prices-upgrade-downgrade).
   */
  #replacePrice(
    subscription: SubscriptionEntity,
    price: CatalogPrice,
    { isBilled, nextBilledAt }: PriceChange,
  ) {
    const now = this.now();
    const isTrial = subscription.status === "trialing";
    const before = subscription.current_billing_period;
    const endsAt =
      nextBilledAt ??
      (isTrial ? subscription.next_billed_at : null) ??
      addInterval(now, price.interval);
    const period = { starts_at: isTrial && before ? before.starts_at : now, ends_at: endsAt };
    const replaced: SubscriptionEntity = {
      ...subscription,
      billing_cycle: { interval: price.interval, frequency: 1 },
      current_billing_period: period,
      next_billed_at: endsAt,
      items: subscription.items.map((item) => ({
        ...item,
        price: priceEntity(price),
        product: productEntity(price.plan),
      })),
    };
    const [from, to] = before ? [Date.parse(before.starts_at), Date.parse(before.ends_at)] : [0, 1];
    const unused = Math.max(0, Math.min(1, (to - Date.parse(now)) / (to - from)));
    const old = Number(this.#priceOf(subscription).amount);
    const credit = isBilled ? Math.round(old * unused) : 0;
    const charge = isBilled ? Number(price.amount) : 0;
    return { replaced, period, credit, charge };
  }

  /** What a different price would cost now, and from the next period on. */
  previewPrice(subscription: SubscriptionEntity, price: CatalogPrice, change: PriceChange) {
    const { replaced, period, credit, charge } = this.#replacePrice(subscription, price, change);
    const currency = subscription.currency_code;
    const money = (amount: number) => ({ amount: String(amount), currency_code: currency });
    const now = String(Math.max(0, charge - credit));
    const next = this.nextTransaction(replaced);
    const { id: _id, ...preview } = replaced;
    return {
      ...preview,
      immediate_transaction: change.isBilled ? this.#preview(replaced, now, period) : null,
      next_transaction: next,
      recurring_transaction_details: next?.details ?? null,
      update_summary: {
        credit: money(credit),
        charge: money(charge),
        result: {
          action: charge >= credit ? "charge" : "credit",
          ...money(Math.abs(charge - credit)),
        },
      },
    };
  }

  /** Changes a subscription's price, and charges for it now if that's billed. */
  changePrice(
    subscription: SubscriptionEntity,
    price: CatalogPrice,
    change: PriceChange,
  ): PaddleEvent[] {
    return inTransaction(this.database, () => {
      const { replaced, period, credit, charge } = this.#replacePrice(subscription, price, change);
      const events = this.#change("subscription.updated", replaced);
      if (!change.isBilled) return events;
      const amount = String(Math.max(0, charge - credit));
      const billed = this.#makeTransaction(replaced, "completed", period, { amount });
      return [...events, this.#record("transaction.completed", billed)];
    });
  }

  /**
   * The transaction whose checkout changes the card: a past-due one, which the checkout pays, or else a $0
   * one (https://developer.paddle.com/api-reference/subscriptions/update-payment-method).
   */
  paymentMethodTransaction(subscription: SubscriptionEntity): TransactionEntity {
    return inTransaction(this.database, () => {
      const [unpaid] = this.#newestTransaction(subscription, "past_due");
      const now = this.now();
      const period = subscription.current_billing_period ?? { starts_at: now, ends_at: now };
      const found =
        unpaid ??
        this.#makeTransaction(subscription, "ready", period, {
          amount: "0",
          origin: "subscription_payment_method_change",
        });
      const url = `${this.#siteUrl}/pricing?_ptxn=${found.id}`;
      const transaction: TransactionEntity = { ...found, checkout: { url } };
      this.store.save("transaction", transaction);
      return transaction;
    });
  }

  #newestTransaction({ id }: SubscriptionEntity, status: TransactionEntity["status"]) {
    const among = { subscription_id: [id], status: [status] };
    return this.store.list("transaction", { among, isDescending: true, limit: 1 });
  }

  /** Pays a transaction that is past due or ready, which reactivates its subscription. */
  payTransaction(transaction: TransactionEntity): PaddleEvent[] {
    return inTransaction(this.database, () => {
      const at = this.now();
      const paid: TransactionEntity = {
        ...transaction,
        status: "completed",
        billed_at: at,
        updated_at: at,
        payments: transaction.payments.map((payment) => ({
          ...payment,
          status: "captured",
          error_code: null,
          captured_at: at,
        })),
      };
      this.store.save("transaction", paid);
      const events = [this.#record("transaction.completed", paid)];
      const subscription = this.store.find("subscription", paid.subscription_id ?? "");
      if (subscription?.status !== "past_due") return events;
      return [
        ...this.#change("subscription.updated", { ...subscription, status: "active" }),
        ...events,
      ];
    });
  }

  #makeTransaction(
    subscription: SubscriptionEntity,
    status: TransactionEntity["status"],
    period: Period,
    { amount, origin }: { amount?: string; origin?: TransactionEntity["origin"] } = {},
  ): TransactionEntity {
    const price = this.#priceOf(subscription);
    const transaction = transactionEntity({
      id: this.makeId("txn"),
      status,
      customerId: subscription.customer_id,
      addressId: subscription.address_id,
      subscriptionId: subscription.id,
      price,
      amount: amount ?? price.amount,
      origin: origin ?? (amount === undefined ? "subscription_recurring" : "subscription_update"),
      discountId: subscription.discount?.id ?? null,
      customData: subscription.custom_data,
      at: this.now(),
      period,
    });
    this.store.save("transaction", transaction);
    return transaction;
  }

  #billed(subscription: SubscriptionEntity, period: Period): SubscriptionEntity {
    const at = this.now();
    return {
      ...subscription,
      status: "active",
      first_billed_at: subscription.first_billed_at ?? at,
      next_billed_at: period.ends_at,
      current_billing_period: period,
      items: subscription.items.map((item) => ({
        ...item,
        status: "active",
        previously_billed_at: at,
      })),
    };
  }

  #bill(subscription: SubscriptionEntity, event: "activate" | "renew" | "resume"): PaddleEvent[] {
    const period = this.#nextPeriod(subscription, event !== "renew");
    const transaction = this.#makeTransaction(subscription, "completed", period);
    const type = {
      activate: "subscription.activated",
      renew: "subscription.updated",
      resume: "subscription.resumed",
    }[event];
    return [
      ...this.#change(type, this.#billed(subscription, period)),
      this.#record("transaction.completed", transaction),
    ];
  }

  /** Like the real Paddle: the new period first appears as paid, then the payment fails. */
  #failToBill(subscription: SubscriptionEntity): PaddleEvent[] {
    const period = this.#nextPeriod(subscription, false);
    const billed = this.#billed(subscription, period);
    const transaction = this.#makeTransaction(subscription, "past_due", period);
    return [
      ...this.#change("subscription.updated", billed),
      this.#record("transaction.payment_failed", transaction),
      ...this.#change("subscription.past_due", { ...billed, status: "past_due" }),
    ];
  }

  /**
   * Refunds a payment, approved immediately. Null if less than the amount is left.
   *
   * @param amount in cents; if omitted, in full, which an earlier refund prevents
   */
  refundPayment(transaction: TransactionEntity, amount?: number): PaddleEvent | null {
    return inTransaction(this.database, () => {
      const refunded = this.store
        .list("adjustment")
        .filter(
          ({ transaction_id: id, action, status }) =>
            id === transaction.id &&
            (action === "refund" || action === "chargeback") &&
            (status === "approved" || status === "pending_approval"),
        )
        .reduce((sum, { totals }) => sum + Number(totals.total), 0);
      const total = Number(transaction.details.totals.total);
      const isPossible = refunded + (amount ?? total) <= total;
      return isPossible
        ? this.#adjust({ action: "refund", status: "approved", transaction, amount })
        : null;
    });
  }

  #adjust(input: Omit<Parameters<typeof adjustmentEntity>[0], "id" | "at">): PaddleEvent {
    const adjustment = adjustmentEntity({ id: this.makeId("adj"), at: this.now(), ...input });
    this.store.save("adjustment", adjustment);
    return this.#record("adjustment.created", adjustment);
  }

  /**
   * Adjusts a transaction, in full if no amount is given. A reversal also marks the adjustment it reverses
   * (https://developer.paddle.com/api-reference/adjustments/overview).
   *
   * @throws RequestError 404
   */
  adjust({
    transactionId,
    action,
    status,
    amount,
  }: Pick<AdjustmentEntity, "action" | "status"> & {
    transactionId: string;
    amount?: number | undefined;
  }): PaddleEvent[] {
    return inTransaction(this.database, () => {
      const transaction = this.store.find("transaction", transactionId);
      if (!transaction) {
        throw new RequestError(404, `No transaction has the id ${transactionId}.`, "transactionId");
      }
      const created = this.#adjust({ action, status, transaction, amount });
      if (!action.endsWith("_reverse")) return [created];
      const reversed = this.store
        .list("adjustment")
        .find(
          (each) =>
            each.transaction_id === transactionId &&
            each.status === "approved" &&
            `${each.action}_reverse` === action,
        );
      return reversed ? [created, this.#changeAdjustment(reversed, "reversed")] : [created];
    });
  }

  /**
   * Changes an adjustment's status, like Paddle's review of a refund.
   *
   * @throws RequestError 404
   */
  changeAdjustment(id: string, status: AdjustmentEntity["status"]): PaddleEvent {
    return inTransaction(this.database, () => {
      const adjustment = this.store.find("adjustment", id);
      if (!adjustment) throw new RequestError(404, `No adjustment has the id ${id}.`, "id");
      return this.#changeAdjustment(adjustment, status);
    });
  }

  #changeAdjustment(adjustment: AdjustmentEntity, status: AdjustmentEntity["status"]): PaddleEvent {
    const changed = { ...adjustment, status, updated_at: this.now() };
    this.store.save("adjustment", changed);
    return this.#record("adjustment.updated", changed);
  }

  #refund(subscription: SubscriptionEntity): PaddleEvent[] {
    const [transaction] = this.#newestTransaction(subscription, "completed");
    if (!transaction) throw new RequestError(409, "There is no payment to refund.", "event");
    return [this.#adjust({ action: "refund", status: "approved", transaction })];
  }

  #record(type: string, data: Record<string, unknown>): PaddleEvent {
    const event: PaddleEvent = {
      event_id: this.makeId("evt"),
      event_type: type,
      occurred_at: this.now(),
      notification_id: this.makeId("ntf"),
      data,
    };
    this.store.addEvent(event);
    return event;
  }

  /** Saves a changed customer and returns the resulting event. */
  changeCustomer(customer: CustomerEntity): PaddleEvent {
    return inTransaction(this.database, () => {
      const changed = { ...customer, updated_at: this.now() };
      this.store.save("customer", changed);
      return this.#record("customer.updated", changed);
    });
  }
}
