import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { parseInput, RequestError } from "../request-error";
import type { PaddleAccount } from "./account";
import { renderCheckoutPage } from "./checkout-page";
import { paddleAddress } from "./notation";
import type { PaddleNotifier } from "./notifier";
import { overlayScript } from "./overlay-script";

const pageQuerySchema = z.object({
  items: z.string({ error: "items is missing." }),
  transactionId: z.string().default(""),
  customData: z.string().default("null"),
  email: z.string().default(""),
  parent: z.url({ error: "parent must be an origin.", protocol: /^https?$/ }),
});

const itemsSchema = z
  .array(z.object({ priceId: z.string(), quantity: z.literal(1).default(1) }))
  .length(1);

const customDataSchema = z.record(z.string(), z.unknown()).nullable();

const emailMessage = "Enter a valid email address.";
const expiryMessage = "Enter a valid expiration date.";

const paySchema = z.object({
  priceId: z.string(),
  transactionId: z.string().default(""),
  customData: z.string(),
  email: z
    .string({ error: emailMessage })
    .trim()
    .max(254, emailMessage)
    .regex(paddleAddress, emailMessage),
  name: z.string().trim().min(1, "Enter the name on the card."),
  cardNumber: z
    .string()
    .transform((number) => number.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{16}$/, "Enter a valid card number.")),
  expiry: z.string().regex(/^(?:0[1-9]|1[0-2]) ?\/ ?(?:20)?\d\d$/, expiryMessage),
  cvc: z.string().regex(/^\d{3,4}$/, "Enter a valid security code."),
  authentication: z.enum(["passed", "failed"]).nullable().default(null),
});

const declined = "Your card was declined. Please try another one.";

/** Stripe's well-known test cards and what they do. */
const cards = new Map([
  ["4242424242424242", "success"],
  ["4000000000000002", "declined"],
  ["4000000000003155", "challenge"],
]);

function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError(400, `${name} isn't valid JSON.`, name);
  }
}

function hasExpired(expiry: string, nowMs: number): boolean {
  const [month = "", year = ""] = expiry.split("/").map((part) => part.trim());
  return Date.UTC(2000 + (Number(year) % 100), Number(month)) <= nowMs;
}

/** `/paddle/paddle.js` and the checkout it opens. */
export function addPaddleCheckout(
  app: FastifyInstance,
  account: PaddleAccount,
  notifier: PaddleNotifier,
): void {
  app.get("/paddle/paddle.js", async (_request, reply) => {
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache");
    reply.header("cross-origin-resource-policy", "cross-origin");
    return overlayScript;
  });

  app.get("/paddle/checkout", async (request, reply) => {
    const query = parseInput(pageQuerySchema, request.query);
    const { items, transactionId, customData, email, parent } = query;
    if (transactionId !== "") {
      const transaction = account.store.find("transaction", transactionId);
      if (!transaction) throw new RequestError(404, `No transaction is ${transactionId}.`, "_ptxn");
      const customer = account.store.find("customer", transaction.customer_id);
      reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
      return renderCheckoutPage({
        transaction,
        email: customer?.email ?? "",
        customData: "null",
        parent: new URL(parent).origin,
      });
    }
    const [item] = parseInput(itemsSchema, readJson(items, "items"));
    const price = account.findPrice({ priceId: item?.priceId ?? "" });
    if (!price) throw new RequestError(404, `No price has the id ${item?.priceId}.`, "items");
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
    return renderCheckoutPage({ price, email, customData, parent: new URL(parent).origin });
  });

  app.post("/paddle/checkout/pay", async (request) => {
    const parsed = paySchema.safeParse(request.body);
    if (!parsed.success) {
      return { status: "invalid", message: parsed.error.issues[0]?.message ?? declined };
    }
    const { priceId, customData, email, name, cardNumber, expiry, authentication } = parsed.data;
    const transaction = account.store.find("transaction", parsed.data.transactionId);
    const price = account.findPrice({ priceId });
    if (!price && !transaction) return { status: "invalid", message: "This price doesn't exist." };
    if (hasExpired(expiry, Date.parse(account.now()))) {
      return { status: "invalid", message: expiryMessage };
    }
    const outcome = cards.get(cardNumber) ?? "declined";
    if (outcome === "challenge" && authentication === null) return { status: "challenge" };
    if (outcome === "declined" || authentication === "failed") {
      return { status: "declined", message: declined };
    }
    if (transaction || !price) {
      if (transaction)
        notifier.deliver(account.payTransaction(transaction), "in-order").catch(() => undefined);
      return {
        status: "completed",
        data: { transaction_id: transaction?.id, status: "completed" },
      };
    }
    const { events, ...ids } = account.purchase({
      email,
      name,
      price,
      customData: parseInput(customDataSchema, readJson(customData, "customData")),
    });
    // As with the real checkout, the browser doesn't wait for webhooks.
    notifier.deliver(events, "in-order").catch(() => undefined);
    return {
      status: "completed",
      data: {
        transaction_id: ids.transactionId,
        status: "completed",
        customer: { id: ids.customerId, email },
        custom_data: readJson(customData, "customData"),
      },
    };
  });
}
