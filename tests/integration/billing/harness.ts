import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { z } from "zod";
import { POST as paddleWebhook } from "@/app/api/webhooks/paddle/route";
import { callDocumented } from "@/tests/support/api-reference";
import { createServices } from "@/lib/composition";
import type { Context } from "@/lib/domain/context";
import { provideContext } from "@/lib/http/route/context";
import { parseEnv } from "@/lib/platform/env";
import { createSandbox, type Sandbox } from "@/sandbox/server";
import { createTestDatabase } from "@/tests/support/database";

const idsSchema = z.object({
  customerId: z.string(),
  subscriptionId: z.string(),
  transactionId: z.string(),
});

const eventsSchema = z.object({
  data: z.array(
    z.object({
      event_id: z.string(),
      event_type: z.string(),
      occurred_at: z.string(),
      data: z.record(z.string(), z.json()),
    }),
  ),
});

const mailsSchema = z.array(
  z.object({
    channel: z.enum(["email", "sms"]),
    provider: z.string(),
    to: z.string(),
    subject: z.string().nullable(),
    text: z.string(),
    html: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
    metadata: z.record(z.string(), z.string()),
    tag: z.string().nullable(),
    stream: z.string().nullable(),
  }),
);

/** What the sandbox made of a purchase. */
export type Ids = z.infer<typeof idsSchema>;

/** An event as Paddle's API lists it. */
export type ListedEvent = z.infer<typeof eventsSchema>["data"][number];

/** A service of this test file in this process, with a sandbox whose webhooks reach it. */
export type BillingHarness = {
  ctx: Context;
  sandbox: Sandbox;
  variables: Record<string, string>;
  setTime(now: string): Promise<void>;
  buy(input: Record<string, unknown>): Promise<Ids>;
  live(subscriptionId: string, event: string, deliver?: string): Promise<void>;
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Every event so far, oldest first. */
  events(): Promise<ListedEvent[]>;
  messages(): Promise<z.infer<typeof mailsSchema>>;
  close(): Promise<void>;
};

/** Starts it; the clock stands at 2026-11-20T12:00Z until `setTime`. */
export async function startBilling(
  overrides: Record<string, string> = {},
): Promise<BillingHarness> {
  const database = await createTestDatabase();
  const directory = mkdtempSync(join(tmpdir(), "threeline-billing-"));
  const service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      const url = `http://localhost:3000${request.url}`;
      callDocumented(
        paddleWebhook,
        new Request(url, { method: "POST", headers, body: Buffer.concat(chunks) }),
      ).then(
        async (answer) => response.writeHead(answer.status).end(await answer.text()),
        () => response.writeHead(500).end(),
      );
    });
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const sandbox = createSandbox({ directory, siteUrl: `http://127.0.0.1:${port}` });
  const url = await sandbox.listen();
  const { credentials } = sandbox;
  const variables = {
    PROVIDERS: "sandbox",
    SANDBOX_PORT: new URL(url).port,
    DATABASE_URL: database.url,
    AUTH_SECRET: "a secret for tests alone, long enough to count",
    POSTMARK_SERVER_TOKEN: credentials.postmark.serverToken,
    POSTMARK_WEBHOOK_USERNAME: "postmark",
    POSTMARK_WEBHOOK_PASSWORD: "password",
    TWILIO_ACCOUNT_SID: credentials.twilio.accountSid,
    TWILIO_AUTH_TOKEN: credentials.twilio.authToken,
    TWILIO_FROM: "+14155550100",
    PADDLE_WEBHOOK_SECRET_PREVIOUS: credentials.paddle.previousWebhookSecret,
    SITE_URL: "http://localhost:3000",
    LOG_LEVEL: "silent",
    ...overrides,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  let now = new Date("2026-11-20T12:00:00Z");
  const services = await createServices(parseEnv(variables), {
    name: "test",
    clock: { now: () => new Date(now), rate: () => 1, setTo: () => null },
  });
  provideContext(services.ctx);

  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credentials.paddle.apiKey}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const setTime = async (instant: string) => {
    now = new Date(instant);
    await control("PUT", "/sandbox/clock", { now: now.toISOString() });
  };
  await setTime("2026-11-20T12:00:00Z");

  return {
    ctx: services.ctx,
    sandbox,
    variables,
    setTime,
    control,
    async buy(input) {
      return idsSchema.parse(
        await control("POST", "/sandbox/paddle/checkout", { plan: "monthly", ...input }),
      );
    },
    async live(subscriptionId, event, deliver = "in-order") {
      await control("POST", `/sandbox/paddle/subscriptions/${subscriptionId}`, { event, deliver });
    },
    async events() {
      return eventsSchema.parse(await control("GET", "/paddle/events?per_page=200")).data;
    },
    async messages() {
      return mailsSchema.parse(await control("GET", "/sandbox/messages"));
    },
    async close() {
      provideContext(undefined);
      await sandbox.close();
      service.closeAllConnections();
      service.close();
      await services.close();
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
      vi.unstubAllEnvs();
    },
  };
}
