import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PaddleAccount, PriceChange } from "./account";
import { apiRoot, checkoutDomains, checkoutUrl } from "./account-settings";
import { priceEntity, productEntity, type CatalogPrice } from "./catalog";
import type { SubscriptionEntity, TransactionEntity } from "./entities";
import { paddleFailure, paddleRefusal } from "./failure";
import type { SandboxParts } from "../parts";
import { answerRefusals } from "../provider-refusal";
import { paddleAddress, toPaddleTime } from "./notation";
import { notificationSettings } from "./notification-settings";
import type { PaddleNotifier } from "./notifier";
import type { EntityFilter, EntityKind, PaddleStore } from "./store";

const maxPerPage = 200;

const listQuerySchema = z
  .object({
    after: z.string().optional(),
    per_page: z.coerce.number().int().min(1).max(maxPerPage).default(50),
    order_by: z
      .string()
      .regex(/^[a-z_]+\[(?:ASC|DESC)\]$/)
      .default("id[ASC]"),
    id: z.string().optional(),
    status: z.string().optional(),
    customer_id: z.string().optional(),
    subscription_id: z.string().optional(),
    price_id: z.string().optional(),
    email: z.string().optional(),
    event_type: z.string().optional(),
    "created_at[GT]": z.string().optional(),
    "created_at[GTE]": z.string().optional(),
    "created_at[LT]": z.string().optional(),
    "created_at[LTE]": z.string().optional(),
  })
  .loose();

type ListQuery = z.infer<typeof listQuerySchema>;

const cancelSchema = z
  .object({ effective_from: z.enum(["immediately", "next_billing_period"]).nullish() })
  .nullish();

const updateSchema = z
  .object({
    scheduled_change: z.null().optional(),
    custom_data: z.record(z.string(), z.unknown()).nullish(),
    next_billed_at: z.iso.datetime({ offset: true }).optional(),
    items: z
      .array(z.object({ price_id: z.string(), quantity: z.literal(1) }))
      .length(1)
      .optional(),
    proration_billing_mode: z.enum(["prorated_immediately", "do_not_bill"]).optional(),
  })
  .loose();

const refundFields = {
  action: z.literal("refund"),
  transaction_id: z.string(),
  reason: z.string().min(1),
};

const refundSchema = z.discriminatedUnion("type", [
  z.object({ ...refundFields, type: z.literal("full") }),
  z.object({
    ...refundFields,
    type: z.literal("partial"),
    items: z
      .array(
        z.object({
          item_id: z.string(),
          type: z.literal("partial"),
          amount: z.string().regex(/^[1-9]\d*$/),
        }),
      )
      .min(1),
  }),
]);

/** What a partial refund of a transaction's items amounts to, in cents. */
function amountOf(
  refund: z.output<typeof refundSchema>,
  { details }: TransactionEntity,
): number | undefined {
  if (refund.type === "full") return undefined;
  const known = new Set(details.line_items.map(({ id }) => id));
  if (!refund.items.every(({ item_id: id }) => known.has(id))) {
    const reason = "An item isn't one of the transaction's.";
    throw paddleRefusal(400, "adjustment_transaction_item_invalid", reason);
  }
  return refund.items.reduce((sum, { amount }) => sum + Number(amount), 0);
}

/** Moving the next charge of a trial moves the trial's end. */
function movedTo(subscription: SubscriptionEntity, at: string): Partial<SubscriptionEntity> {
  if (subscription.status !== "trialing") return { next_billed_at: at };
  const period = subscription.current_billing_period;
  return {
    next_billed_at: at,
    current_billing_period: period && { ...period, ends_at: at },
    items: subscription.items.map((item) => ({
      ...item,
      trial_dates: item.trial_dates && { ...item.trial_dates, ends_at: at },
    })),
  };
}

const customerSchema = z.object({
  email: z.string().max(254).regex(paddleAddress).optional(),
  name: z.string().nullish(),
});

const portalSchema = z.object({ subscription_ids: z.array(z.string()).optional() }).nullish();

function read<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") ?? "";
  throw paddleRefusal(400, "bad_request", `Invalid request. ${field}: ${issue?.message}`);
}

type Page = { found: readonly object[]; hasMore: boolean; total: number; last: string | undefined };

/** One page of a list, with the URL of the next one (`meta.pagination`). */
function respondPage(request: FastifyRequest, perPage: number, page: Page) {
  const next = new URL(request.url, `http://${request.headers.host}`);
  if (page.last !== undefined) next.searchParams.set("after", page.last);
  return {
    data: page.found,
    meta: {
      request_id: randomUUID(),
      pagination: {
        per_page: perPage,
        next: next.href,
        has_more: page.hasMore,
        estimated_total: page.total,
      },
    },
  };
}

const comparisons = { GT: ">", GTE: ">=", LT: "<", LTE: "<=" } as const;

/** The filters in a list's query. */
function filterOf(query: ListQuery): EntityFilter {
  const fields = ["id", "status", "customer_id", "subscription_id", "email"] as const;
  return {
    among: Object.fromEntries(
      fields.flatMap((field) =>
        query[field] === undefined ? [] : [[field, query[field].split(",")]],
      ),
    ),
    created: (["GT", "GTE", "LT", "LTE"] as const).flatMap((name) => {
      const bound = query[`created_at[${name}]`];
      const at = bound && toPaddleTime(Date.parse(bound), 0);
      return at ? [{ operator: comparisons[name], at }] : [];
    }),
  };
}

/** A page of stored entities. */
function pageOf(request: FastifyRequest, store: PaddleStore, kind: EntityKind) {
  const query = read(listQuerySchema, request.query);
  const { after, per_page: perPage } = query;
  const filter = filterOf(query);
  const isDescending = query.order_by.endsWith("[DESC]");
  const found = store.list(kind, { ...filter, after, isDescending, limit: perPage + 1 });
  const page = found.slice(0, perPage);
  return respondPage(request, perPage, {
    found: page,
    hasMore: found.length > perPage,
    total: store.count(kind, filter),
    last: page.at(-1)?.id,
  });
}

/** A page of a short list, filtered only by ids or types. */
function pageOfAll(
  request: FastifyRequest,
  all: readonly { id?: string; event_id?: string; event_type?: string }[],
) {
  const { id, after, per_page: perPage, ...query } = read(listQuerySchema, request.query);
  const isAmong = (list: string | undefined, value: string | undefined) =>
    list === undefined || list.split(",").includes(value ?? "");
  const idOfEntry = (entry: (typeof all)[number] | undefined) => entry?.id ?? entry?.event_id;
  const matching = all.filter(
    (entry) => isAmong(id, idOfEntry(entry)) && isAmong(query.event_type, entry.event_type),
  );
  const ordered = query.order_by.endsWith("[DESC]") ? matching.toReversed() : matching;
  const start =
    after === undefined ? 0 : ordered.findIndex((entry) => idOfEntry(entry) === after) + 1;
  const found = ordered.slice(start, start + perPage);
  return respondPage(request, perPage, {
    found,
    hasMore: start + found.length < ordered.length,
    total: ordered.length,
    last: idOfEntry(found.at(-1)),
  });
}

function respond(data: unknown) {
  return { data, meta: { request_id: randomUUID() } };
}

function required<Found>(found: Found | null | undefined, noun: string, id: string): Found {
  if (found) return found;
  throw paddleRefusal(404, "not_found", `Unable to find ${noun} ${id}.`);
}

function idOf(request: FastifyRequest): string {
  return read(z.object({ id: z.string() }), request.params).id;
}

/** The part of Paddle's API that the service uses, under `/paddle`. */
export function addPaddleApi(
  app: FastifyInstance,
  account: PaddleAccount,
  notifier: PaddleNotifier,
  parts: SandboxParts,
): void {
  const { store } = account;
  const send = { fault: { provider: "paddle", endpoint: "send", failure: paddleFailure } } as const;
  const search = {
    fault: { provider: "paddle", endpoint: "search", failure: paddleFailure },
  } as const;

  app.addHook("onRequest", async (request) => {
    const [scheme, key] = (request.headers.authorization ?? "").split(" ");
    if (scheme?.toLowerCase() === "bearer" && key === parts.credentials.paddle.apiKey) return;
    throw paddleRefusal(403, "forbidden", "You aren't permitted to perform this request.");
  });
  answerRefusals(app, paddleFailure);

  const priceAsSet = (price: CatalogPrice): CatalogPrice => {
    const { paddleMonthlyAmount } = parts.setup.read();
    return price.plan === "monthly" && paddleMonthlyAmount !== undefined
      ? { ...price, amount: paddleMonthlyAmount }
      : price;
  };
  const find = <Kind extends EntityKind>(kind: Kind, id: string) =>
    required(store.find(kind, id), kind, id);
  const findSubscription = (id: string): SubscriptionEntity => find("subscription", id);

  app.get("/paddle/customers", { config: search }, async (request) =>
    pageOf(request, store, "customer"),
  );
  app.get("/paddle/customers/:id", { config: search }, async (request) =>
    respond(find("customer", idOf(request))),
  );
  app.patch("/paddle/customers/:id", { config: send }, async (request) => {
    const id = idOf(request);
    const change = read(customerSchema, request.body);
    const known = find("customer", id);
    const event = account.changeCustomer({ ...known, ...definedOnly(change) });
    notify(notifier, [event]);
    return respond(event.data);
  });
  app.post("/paddle/customers/:id/portal-sessions", { config: send }, async (request, reply) => {
    const id = idOf(request);
    find("customer", id);
    const ids = read(portalSchema, request.body)?.subscription_ids ?? [];
    const portal = `http://${request.headers.host}/paddle/portal/${id}`;
    return reply.code(201).send(
      respond({
        id: account.makeId("cpls"),
        customer_id: id,
        urls: {
          general: { overview: portal },
          subscriptions: ids.map((subscriptionId) => ({
            id: subscriptionId,
            cancel_subscription: `${portal}?action=cancel&subscription=${subscriptionId}`,
            update_subscription_payment_method: `${portal}?action=payment&subscription=${subscriptionId}`,
          })),
        },
        created_at: account.now(),
      }),
    );
  });

  app.get("/paddle/subscriptions", { config: search }, async (request) =>
    pageOf(request, store, "subscription"),
  );
  app.get("/paddle/subscriptions/:id", { config: search }, async (request) => {
    const subscription = findSubscription(idOf(request));
    const { include } = read(z.object({ include: z.string().default("") }), request.query);
    return respond({
      ...subscription,
      ...(include.split(",").includes("next_transaction") && {
        next_transaction: account.nextTransaction(subscription),
      }),
    });
  });
  app.get(
    "/paddle/subscriptions/:id/update-payment-method-transaction",
    { config: search },
    async (request) => respond(account.paymentMethodTransaction(findSubscription(idOf(request)))),
  );
  app.patch("/paddle/subscriptions/:id/preview", { config: search }, async (request) => {
    const subscription = findSubscription(idOf(request));
    const change = read(updateSchema, request.body);
    const price = required(newPriceOf(account, change), "price", "items");
    refusePriceChange(subscription, change, parts.clock.nowMs());
    return respond(account.previewPrice(subscription, price, priceChangeOf(change)));
  });
  app.patch("/paddle/subscriptions/:id", { config: send }, async (request) => {
    const subscription = findSubscription(idOf(request));
    refuseEnded(subscription);
    const change = read(updateSchema, request.body);
    const price = newPriceOf(account, change);
    if (price) {
      refusePriceChange(subscription, change, parts.clock.nowMs());
      if (priceChangeOf(change).isBilled && parts.setup.read().paddleDeclinesCards) {
        throw paddleRefusal(400, "subscription_payment_declined", "payment declined");
      }
      notify(notifier, account.changePrice(subscription, price, priceChangeOf(change)));
      return respond(findSubscription(subscription.id));
    }
    const events = account.change({
      ...subscription,
      ...(change.scheduled_change === null && { scheduled_change: null }),
      ...(change.custom_data !== undefined && { custom_data: change.custom_data }),
      ...(change.next_billed_at !== undefined && movedTo(subscription, change.next_billed_at)),
    });
    notify(notifier, events);
    return respond(findSubscription(subscription.id));
  });
  app.post("/paddle/subscriptions/:id/cancel", { config: send }, async (request) => {
    const subscription = findSubscription(idOf(request));
    refuseEnded(subscription);
    const from = read(cancelSchema, request.body)?.effective_from ?? "next_billing_period";
    notify(notifier, cancel(account, subscription, from));
    return respond(findSubscription(subscription.id));
  });

  // https://developer.paddle.com/api-reference/subscriptions/activate-subscription
  app.post("/paddle/subscriptions/:id/activate", { config: send }, async (request) => {
    const subscription = findSubscription(idOf(request));
    refuseActivation(subscription);
    if (parts.setup.read().paddleDeclinesCards) {
      throw paddleRefusal(400, "subscription_payment_declined", "payment declined");
    }
    notify(notifier, account.simulate(subscription.id, "activate"));
    return respond(findSubscription(subscription.id));
  });

  app.get("/paddle/transactions", { config: search }, async (request) =>
    pageOf(request, store, "transaction"),
  );
  app.get("/paddle/transactions/:id", { config: search }, async (request) =>
    respond(find("transaction", idOf(request))),
  );
  app.get("/paddle/adjustments", { config: search }, async (request) =>
    pageOf(request, store, "adjustment"),
  );
  app.post("/paddle/adjustments", { config: send }, async (request, reply) => {
    const refund = read(refundSchema, request.body);
    const transaction = find("transaction", refund.transaction_id);
    const event = account.refundPayment(transaction, amountOf(refund, transaction));
    if (!event) {
      const reason = "The transaction was already refunded in full.";
      throw paddleRefusal(400, "adjustment_transaction_already_refunded", reason);
    }
    notify(notifier, [event]);
    return reply.code(201).send(respond(event.data));
  });
  app.get("/paddle/events", { config: search }, async (request) =>
    pageOfAll(
      request,
      store.listEvents().map(({ notification_id: _id, ...event }) => event),
    ),
  );
  app.get("/paddle/prices", { config: search }, async (request) =>
    pageOfAll(
      request,
      account.catalog.map((price) => priceEntity(priceAsSet(price))),
    ),
  );
  app.get("/paddle/prices/:id", { config: search }, async (request) => {
    const id = idOf(request);
    const price = required(account.findPrice({ priceId: id }), "price", id);
    return respond(priceEntity(priceAsSet(price)));
  });
  app.get("/paddle/notification-settings", { config: search }, async () =>
    respond(notificationSettings(parts)),
  );
  app.get("/paddle/", { config: search }, async () => respond(apiRoot(parts)));
  app.get("/paddle/checkout-domains", { config: search }, async (request) =>
    pageOfAll(request, checkoutDomains(parts)),
  );
  app.get("/paddle/settings/checkout-url", { config: search }, async () =>
    respond(checkoutUrl(parts)),
  );
  app.get("/paddle/products", { config: search }, async (request) =>
    pageOfAll(request, [productEntity()]),
  );
}

function definedOnly(change: z.infer<typeof customerSchema>) {
  return {
    ...(change.email !== undefined && { email: change.email }),
    ...(change.name !== undefined && { name: change.name }),
  };
}

function refuseEnded(subscription: SubscriptionEntity): void {
  if (subscription.status !== "canceled") return;
  throw paddleRefusal(
    400,
    "subscription_update_when_canceled",
    "Subscription cannot be updated, as subscription is canceled.",
  );
}

function newPriceOf(account: PaddleAccount, { items }: z.output<typeof updateSchema>) {
  return items?.[0] ? (account.findPrice({ priceId: items[0].price_id }) ?? null) : null;
}

function priceChangeOf(change: z.output<typeof updateSchema>): PriceChange {
  const isBilled = change.proration_billing_mode === "prorated_immediately";
  return { isBilled, nextBilledAt: change.next_billed_at };
}

/** https://developer.paddle.com/build/subscriptions/replace-products-prices-upgrade-downgrade */
function refusePriceChange(
  subscription: SubscriptionEntity,
  { proration_billing_mode: mode }: z.output<typeof updateSchema>,
  nowMs: number,
): void {
  const { status, next_billed_at: nextBilledAt } = subscription;
  const refuse = (code: string, reason: string): never => {
    throw paddleRefusal(400, code, reason);
  };
  refuseEnded(subscription);
  refusePending(subscription);
  if (mode === undefined) {
    refuse(
      "subscription_items_update_missing_proration_billing_mode",
      "proration_billing_mode is required when updating subscription items",
    );
  }
  if (status === "past_due") {
    refuse("subscription_update_when_past_due", "cannot update subscription, as it is past due");
  }
  if (status === "trialing" && mode !== "do_not_bill") {
    refuse("subscription_update_when_trialing", "only do_not_bill is allowed for trialing items");
  }
  if (nextBilledAt !== null && Date.parse(nextBilledAt) - nowMs < 30 * 60_000) {
    refuse(
      "subscription_locked_renewal",
      "cannot update subscription, it renews within 30 minutes",
    );
  }
}

function refusePending(subscription: SubscriptionEntity): void {
  if (!subscription.scheduled_change) return;
  throw paddleRefusal(
    400,
    "subscription_locked_pending_changes",
    "cannot update subscription, pending scheduled changes",
  );
}

/** https://developer.paddle.com/errors/subscriptions/subscription_cannot_activate */
function refuseActivation(subscription: SubscriptionEntity): void {
  const { status } = subscription;
  if (status !== "trialing") {
    throw paddleRefusal(
      400,
      "subscription_cannot_activate",
      `Only subscriptions which have status 'trialing' can be activated. Subscription status is '${status}'`,
    );
  }
  refusePending(subscription);
}

function cancel(
  account: PaddleAccount,
  subscription: SubscriptionEntity,
  from: "immediately" | "next_billing_period",
) {
  if (from === "immediately") return account.cancelNow(subscription);
  refusePending(subscription);
  const endsAt = subscription.current_billing_period?.ends_at;
  if (endsAt === undefined) {
    throw paddleRefusal(
      400,
      "subscription_cannot_be_canceled_at_next_billing_period",
      "A paused subscription can only be canceled immediately.",
    );
  }
  return account.change({
    ...subscription,
    scheduled_change: { action: "cancel", effective_at: endsAt, resume_at: null },
  });
}

/** The response doesn't wait for the webhooks: the service that made this call also receives them. */
function notify(notifier: PaddleNotifier, events: Parameters<PaddleNotifier["deliver"]>[0]): void {
  notifier.deliver(events, "in-order").catch(() => undefined);
}
