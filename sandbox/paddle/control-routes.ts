import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { parseInput, RequestError } from "../request-error";
import type { SandboxParts } from "../parts";
import { lifecycleEvents, type PaddleAccount } from "./account";
import { plans } from "./catalog";
import { adjustmentActions, adjustmentStatuses } from "./entities";
import { addHistory, historySchema } from "./history";
import { paddleAddress } from "./notation";
import { deliverModes, type PaddleNotifier } from "./notifier";

const deliverSchema = z
  .enum(deliverModes, { error: `deliver must be one of ${deliverModes.join(", ")}.` })
  .default("in-order");

const statusSchema = z.enum(adjustmentStatuses, {
  error: `status must be one of ${adjustmentStatuses.join(", ")}.`,
});

const emailMessage = "email must be an address such as jane@example.com.";

const addressSchema = z
  .string({ error: emailMessage })
  .max(254, emailMessage)
  .regex(paddleAddress, emailMessage);

const amountSchema = z.int({ error: "amount must be a whole number." }).min(0);

const checkoutSchema = z.object(
  {
    uid: z
      .string({ error: "uid must be a string that isn't empty." })
      .min(1, "uid must be a string that isn't empty."),
    email: addressSchema,
    name: z.string({ error: "name must be a string." }).nullish(),
    plan: z.enum(plans, { error: `plan must be one of ${plans.join(", ")}.` }),
    /** In the currency's smallest unit, instead of the plan's price, as in another country. */
    amount: amountSchema.optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, "currency must be a code such as GBP.")
      .optional(),
    hasDiscount: z.boolean({ error: "hasDiscount must be true or false." }).default(false),
    isImported: z.boolean({ error: "isImported must be true or false." }).default(false),
    deliver: deliverSchema,
  },
  { error: "The body must be a JSON object with uid, email, and plan." },
);

const customerSchema = z.object(
  { email: addressSchema, deliver: deliverSchema },
  { error: "The body must be a JSON object with email." },
);

const repriceSchema = z.object(
  { amount: amountSchema, deliver: deliverSchema },
  { error: "The body must be a JSON object with amount." },
);

const lifecycleSchema = z.object(
  {
    event: z.enum(lifecycleEvents, {
      error: `event must be one of ${lifecycleEvents.join(", ")}.`,
    }),
    deliver: deliverSchema,
  },
  { error: "The body must be a JSON object with event." },
);

const adjustmentSchema = z.object(
  {
    transactionId: z.string({ error: "transactionId must be a string." }),
    action: z.enum(adjustmentActions, {
      error: `action must be one of ${adjustmentActions.join(", ")}.`,
    }),
    amount: z.int({ error: "amount must be a whole number." }).min(1).optional(),
    status: statusSchema.default("approved"),
    deliver: deliverSchema,
  },
  { error: "The body must be a JSON object with transactionId and action." },
);

const adjustmentChangeSchema = z.object(
  { status: statusSchema, deliver: deliverSchema },
  { error: "The body must be a JSON object with status." },
);

const secrets = ["current", "previous", "wrong"] as const;

const webhookSchema = z.object(
  {
    event: z.record(z.string(), z.unknown(), { error: "event must be a Paddle event." }),
    secret: z
      .enum(secrets, { error: `secret must be one of ${secrets.join(", ")}.` })
      .default("current"),
    timestampOffsetS: z.number({ error: "timestampOffsetS must be a number." }).default(0),
    tamper: z.boolean({ error: "tamper must be true or false." }).default(false),
    repeat: z
      .union([
        z.literal(false).transform(() => 1),
        z.literal(true).transform(() => 2),
        z.int().min(1).max(1_000),
      ])
      .default(1),
    delayMs: z.number({ error: "delayMs must be a number." }).min(0).max(600_000).default(0),
  },
  { error: "The body must be a JSON object with event." },
);

/** How many entities the control endpoints list, newest last. */
const newestCount = 500;

type WithId = { Params: { id: string } };

/** Control endpoints of the simulated Paddle. */
export function addPaddleControl(
  app: FastifyInstance,
  account: PaddleAccount,
  notifier: PaddleNotifier,
  { siteUrl, credentials: { paddle: credentials } }: Pick<SandboxParts, "siteUrl" | "credentials">,
): void {
  app.post("/sandbox/paddle/checkout", async (request) => {
    const input = parseInput(checkoutSchema, request.body);
    const { uid, email, name, plan, amount, currency, hasDiscount, isImported, deliver } = input;
    const price = account.requirePrice(plan);
    const { events, ...ids } = account.purchase({
      email,
      name: name ?? null,
      price: { ...price, amount: amount === undefined ? price.amount : String(amount), currency },
      customData: { uid },
      hasDiscount,
      isImported,
    });
    await notifier.deliver(events, deliver);
    return ids;
  });

  app.post("/sandbox/paddle/history", async (request) => {
    const { purchases } = parseInput(historySchema, request.body);
    addHistory(account, { purchases, siteUrl });
    return { purchases: purchases.length };
  });

  const listNewest = <Kind extends "subscription" | "customer">(kind: Kind) =>
    account.store.list(kind, { isDescending: true, limit: newestCount }).toReversed();

  app.get("/sandbox/paddle/subscriptions", async () => listNewest("subscription"));

  app.get("/sandbox/paddle/customers", async () => listNewest("customer"));

  app.post<WithId>("/sandbox/paddle/subscriptions/:id", async (request) => {
    const { id } = request.params;
    const { event, deliver } = parseInput(lifecycleSchema, request.body);
    const events = account.simulate(id, event);
    const statuses = await notifier.deliver(events, deliver);
    return {
      subscription: account.findSubscription(id),
      events: events.map((each) => ({ eventId: each.event_id, type: each.event_type })),
      statuses,
    };
  });

  app.post<WithId>("/sandbox/paddle/subscriptions/:id/price", async (request) => {
    const { id } = request.params;
    const { amount, deliver } = parseInput(repriceSchema, request.body);
    const events = account.reprice(id, String(amount));
    await notifier.deliver(events, deliver);
    return account.findSubscription(id);
  });

  app.post<WithId>("/sandbox/paddle/customers/:id", async (request) => {
    const { id } = request.params;
    const { email, deliver } = parseInput(customerSchema, request.body);
    const customer = account.store.find("customer", id);
    if (!customer) throw new RequestError(404, `No customer has the id ${id}.`, "id");
    const event = account.changeCustomer({ ...customer, email });
    await notifier.deliver([event], deliver);
    return event.data;
  });

  app.post("/sandbox/paddle/adjustments", async (request) => {
    const { deliver, ...input } = parseInput(adjustmentSchema, request.body);
    const events = account.adjust(input);
    await notifier.deliver(events, deliver);
    return events[0]?.data;
  });

  app.post<WithId>("/sandbox/paddle/adjustments/:id", async (request) => {
    const { id } = request.params;
    const { status, deliver } = parseInput(adjustmentChangeSchema, request.body);
    const event = account.changeAdjustment(id, status);
    await notifier.deliver([event], deliver);
    return event.data;
  });

  app.post("/sandbox/paddle/webhooks", async (request) => {
    const input = parseInput(webhookSchema, request.body);
    const event = {
      event_id: account.makeId("evt"),
      occurred_at: account.now(),
      notification_id: account.makeId("ntf"),
      ...input.event,
    };
    const secret = {
      current: credentials.webhookSecret,
      previous: credentials.previousWebhookSecret,
      wrong: "not-the-configured-secret",
    }[input.secret];
    await delay(input.delayMs);
    const statuses: number[] = [];
    for (let sent = 0; sent < input.repeat; sent += 1) {
      const { timestampOffsetS, tamper } = input;
      statuses.push(await notifier.send(event, { secret, timestampOffsetS, tamper }));
    }
    return { eventId: event.event_id, statuses };
  });
}
