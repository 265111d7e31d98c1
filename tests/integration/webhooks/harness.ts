import type { Context } from "@/lib/domain/context";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { startService } from "@/tests/support/start-service";
import { createHmac } from "node:crypto";
import type { Pool } from "pg";

/** The route handlers' public URL. */
export const siteUrl = "https://threeline.test";
const paddleSecret = "pdl_ntfset_secret-of-the-test";

/** Auth token of the fake Twilio account. */
export const twilioToken = "twilio-token-of-the-test";

/** The handlers' context on this test file's own database, with a clock that tests can set. */
export type Harness = {
  ctx: Context;
  pool: Pool;
  setTime(instant: string): Promise<void>;
  addSubscriber(input: { email: string; phone?: string }): Promise<number>;
  addDelivery(channel: "email" | "sms", subscriberId: number, state?: string): Promise<void>;
  /** Applies the reports that are waiting, as a worker does. */
  applyReports(): Promise<void>;
  /** Once the waiting reports are applied. */
  providerStatusOf(channel: "email" | "sms", subscriberId: number): Promise<string | null>;
  suppressionOf(channel: "email" | "sms", address: string): Promise<string | null>;
  close(): Promise<void>;
};

/** Creates the harness. Its deliveries are for 2026-11-23, which has begun in New York. */
export async function createHarness(): Promise<Harness> {
  const service = await startService({
    now: "2026-11-23T14:00:00Z",
    servesRoutes: true,
    variables: {
      SITE_URL: siteUrl,
      ALLOW_SANDBOX: "1",
      POSTMARK_SERVER_TOKEN: "token",
      POSTMARK_WEBHOOK_USERNAME: "postmark",
      POSTMARK_WEBHOOK_PASSWORD: "secret-of-the-webhook",
      TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
      TWILIO_AUTH_TOKEN: twilioToken,
      PADDLE_WEBHOOK_SECRET: paddleSecret,
    },
  });
  const { ctx, pool, setTime } = service;
  return {
    ctx,
    pool,
    setTime,
    async addSubscriber(input) {
      const { id } = await ctx.db.subscriber.create({ data: input, select: { id: true } });
      return id;
    },
    async addDelivery(channel, subscriberId, state = "accepted") {
      await pool.query(
        `INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id, state, reason)
         VALUES ('2026-11-23', $1, $2, 'America/New_York', 1, 1, $3::text,
           CASE WHEN $3::text NOT IN ('pending', 'accepted') THEN 'a reason' END)`,
        [channel, subscriberId, state],
      );
    },
    async applyReports() {
      await applyReports(ctx);
    },
    async providerStatusOf(channel, subscriberId) {
      await applyReports(ctx);
      const { rows } = await pool.query<{ provider_status: string | null }>(
        "SELECT provider_status FROM deliveries WHERE channel = $1 AND subscriber_id = $2",
        [channel, subscriberId],
      );
      return rows[0]?.provider_status ?? null;
    },
    async suppressionOf(channel, address) {
      const { rows } = await pool.query<{ reason: string }>(
        "SELECT reason FROM suppressions WHERE channel = $1 AND address = $2",
        [channel, address],
      );
      return rows[0]?.reason ?? null;
    },
    close: () => service.close(),
  };
}

/** A call as Postmark makes it; `undefined` removes a header. */
export function postmarkRequest(
  event: Record<string, unknown> | string,
  headers: Record<string, string | undefined> = {},
): Request {
  const credentials = Buffer.from("postmark:secret-of-the-webhook").toString("base64");
  return makeRequest(
    "/api/webhooks/postmark",
    typeof event === "string" ? event : JSON.stringify(event),
    {
      authorization: `Basic ${credentials}`,
      "content-type": "application/json",
      ...headers,
    },
  );
}

/** A call as Paddle makes it, signed now. */
export function paddleRequest(
  event: Record<string, unknown>,
  headers: Record<string, string | undefined> = {},
): Request {
  const body = JSON.stringify(event);
  const ts = Math.floor(Date.now() / 1_000);
  const h1 = createHmac("sha256", paddleSecret).update(`${ts}:${body}`).digest("hex");
  return makeRequest("/api/webhooks/paddle", body, {
    "content-type": "application/json",
    "paddle-signature": `ts=${ts};h1=${h1}`,
    ...headers,
  });
}

/** A call as Twilio makes it, signed as its documentation says. */
export function twilioRequest(
  pathAndQuery: string,
  form: Record<string, string>,
  options: {
    token?: string;
    signedFor?: string;
    headers?: Record<string, string | undefined>;
  } = {},
): Request {
  const signed = Object.keys(form)
    .toSorted()
    .reduce(
      (text, name) => text + name + form[name],
      `${options.signedFor ?? siteUrl}${pathAndQuery}`,
    );
  return makeRequest(pathAndQuery, new URLSearchParams(form).toString(), {
    "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
    "x-twilio-signature": createHmac("sha1", options.token ?? twilioToken)
      .update(signed)
      .digest("base64"),
    ...options.headers,
  });
}

function makeRequest(
  pathAndQuery: string,
  body: string,
  headers: Record<string, string | undefined>,
): Request {
  const given = Object.entries(headers).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  // The URL behind the proxy, which differs from the one that the sender signed.
  return new Request(`http://127.0.0.1:3000${pathAndQuery}`, {
    method: "POST",
    body,
    headers: given,
  });
}
