import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { productUidField } from "@/lib/brand";

/** One POST to the web process. */
export type Call = { path: string; headers: Record<string, string>; body: string };

export const webPort = 3_940;
const siteUrl = `http://localhost:${webPort}`;

/** What the web process needs to accept the calls. */
export const callVariables = {
  SITE_URL: siteUrl,
  PADDLE_WEBHOOK_SECRET: "pdl_ntfset_bench_webhook_secret",
  PADDLE_PRICE_MONTHLY: `pri_${"m".repeat(26)}`,
  POSTMARK_WEBHOOK_USERNAME: "bench",
  POSTMARK_WEBHOOK_PASSWORD: "a-webhook-password",
  TWILIO_AUTH_TOKEN: "0123456789abcdef0123456789abcdef",
  // Each sign-up comes from its own address.
  TRUSTED_PROXY_HOPS: "1",
} as const;

export const eventsPerBuyer = 4;

/** The date of the deliveries that are reported on. */
export const reportedDate = "2026-11-20";

/** Paddle's nth event: each buyer is created, subscribes, pays, and is activated. */
function paddleEvent(index: number): string {
  const buyer = Math.floor(index / eventsPerBuyer);
  const at = "2026-11-20T12:00:00.000000Z";
  const later = "2026-11-27T12:00:00.000000Z";
  const customerId = `ctm_${buyer}`;
  const customer = { id: customerId, email: `buyer${buyer}@bench.example`, name: "Buyer" };
  const price = { id: callVariables.PADDLE_PRICE_MONTHLY };
  const subscription = {
    id: `sub_${buyer}`,
    customer_id: customerId,
    status: index % eventsPerBuyer === 3 ? "active" : "trialing",
    updated_at: at,
    next_billed_at: later,
    billing_cycle: { interval: "month", frequency: 1 },
    items: [{ price, trial_dates: { starts_at: at, ends_at: later } }],
    custom_data: { uid: `uid_${buyer}` },
  };
  const transaction = {
    id: `txn_${buyer}`,
    customer_id: customerId,
    subscription_id: `sub_${buyer}`,
    items: [{ price }],
    billing_period: { starts_at: at, ends_at: later },
    custom_data: { uid: `uid_${buyer}` },
  };
  const kinds = [
    ["customer.created", customer],
    ["subscription.created", subscription],
    ["transaction.completed", transaction],
    ["subscription.activated", subscription],
  ] as const;
  const [event_type, data] = kinds[index % eventsPerBuyer] ?? kinds[0];
  const eventId = `evt_${String(index).padStart(12, "0")}`;
  return JSON.stringify({ event_id: eventId, event_type, occurred_at: at, data });
}

function paddleCall(index: number): Call {
  const body = paddleEvent(index);
  const ts = Math.floor(Date.now() / 1_000);
  const h1 = createHmac("sha256", callVariables.PADDLE_WEBHOOK_SECRET)
    .update(`${ts}:${body}`)
    .digest("hex");
  return {
    path: "/api/webhooks/paddle",
    headers: { "content-type": "application/json", "paddle-signature": `ts=${ts};h1=${h1}` },
    body,
  };
}

function postmarkCall(index: number): Call {
  const credentials = Buffer.from(
    `${callVariables.POSTMARK_WEBHOOK_USERNAME}:${callVariables.POSTMARK_WEBHOOK_PASSWORD}`,
  ).toString("base64");
  return {
    path: "/api/webhooks/postmark",
    headers: { "content-type": "application/json", authorization: `Basic ${credentials}` },
    body: JSON.stringify({
      RecordType: "Delivery",
      ServerID: 23,
      MessageStream: "broadcast",
      MessageID: `message-${index}`,
      Recipient: `reader${index}@bench.example`,
      Tag: `email:${reportedDate}:${Math.floor(index / 500)}`,
      DeliveredAt: "2026-11-20T12:00:00Z",
      Details: "Test delivery webhook details",
      Metadata: { delivery: `email:${reportedDate}:${index + 1}` },
    }),
  };
}

function twilioCall(index: number): Call {
  const path = `/api/webhooks/twilio/status?delivery=${encodeURIComponent(`sms:${reportedDate}:${index + 1}`)}`;
  const form = {
    AccountSid: "AC0123456789abcdef0123456789abcdef",
    From: "+14155550100",
    MessageSid: `SM${index}`,
    MessageStatus: "delivered",
    SmsSid: `SM${index}`,
    SmsStatus: "delivered",
    To: `+1415${String(index).padStart(7, "0")}`,
  };
  const signed = Object.entries(form).reduce(
    (text, [name, value]) => text + name + value,
    `${siteUrl}${path}`,
  );
  return {
    path,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": createHmac("sha1", callVariables.TWILIO_AUTH_TOKEN)
        .update(signed)
        .digest("base64"),
    },
    body: new URLSearchParams(form).toString(),
  };
}

/** Each provider's nth call, with its signature. */
export const callsOf = { paddle: paddleCall, postmark: postmarkCall, twilio: twilioCall };

/** A call that is refused for its signature: everything but the database. */
export function refused(call: Call): Call {
  const headers = { ...call.headers };
  for (const name of ["paddle-signature", "authorization", "x-twilio-signature"]) {
    if (name in headers) headers[name] = "ts=1;h1=00";
  }
  return { ...call, headers };
}

/** The sign-up of a buyer whose purchase is known. */
export function signUpCall(buyer: number): Call {
  return {
    path: "/api/email-onboarding",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${buyer >> 16}.${(buyer >> 8) & 255}.${buyer & 255}`,
    },
    body: JSON.stringify({
      [productUidField]: `uid_${buyer}`,
      email: `buyer${buyer}@bench.example`,
      timezone: "America/New_York",
      termsAgreed: true,
    }),
  };
}

// Node's own client uses the least CPU, which leaves more for the server.
const agent = new Agent({ keepAlive: true });

/** Makes a call. Returns the status, 0 without an answer. */
export function send({ path, headers, body }: Call): Promise<number> {
  const options = {
    agent,
    host: "127.0.0.1",
    port: webPort,
    path,
    method: "POST",
    headers: {
      ...headers,
      host: `localhost:${webPort}`,
      "content-length": Buffer.byteLength(body),
      "accept-encoding": "gzip",
    },
  };
  return new Promise((resolve) => {
    const call = request(options, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    call.on("error", () => resolve(0));
    call.end(body);
  });
}
