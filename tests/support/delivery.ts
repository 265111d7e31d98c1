import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServices } from "@/lib/composition";
import { toDatabaseDate } from "@/lib/contracts/calendar";
import type { Timezone } from "@/lib/contracts/timezones";
import type { Context } from "@/lib/domain/context";
import { takeDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import type { WorkerIdentity } from "@/lib/domain/delivery/engine/worker-lease";
import { registerWorker } from "@/lib/domain/delivery/engine/worker-lease";
import { parseEnv, type Env } from "@/lib/platform/env";
import { createSandbox, type Sandbox } from "@/sandbox/server";
import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { createTestDatabase } from "./database";

/** One message as the sandbox tells it. */
export type SentMessage = {
  channel: "email" | "sms";
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  acceptedAt: string;
};

/** What a reader is made of, where a test cares. */
export type ReaderOptions = {
  email?: string;
  timezone?: Timezone;
  phone?: string;
  smsEnabled?: boolean;
  emailEnabled?: boolean;
  status?: string;
  accessEndsAt?: Date;
  stoppedAt?: Date;
};

/** A database and a sandbox of one test file, and a service over them that runs in this process. */
export type DeliveryHarness = {
  ctx: Context;
  env: Env;
  variables: Record<string, string>;
  sandbox: Sandbox;
  worker: WorkerIdentity;
  setTime(now: string): Promise<void>;
  addReader(options?: ReaderOptions): Promise<number>;
  addMessage(localDate: string, message?: string): Promise<number>;
  addPost(localDate: string, slug: string, title?: string): Promise<number>;
  /** Tends the mornings and handles what is due until nothing is. */
  run(): Promise<void>;
  /** Runs again and again, as real time passes, until the date has nothing pending. */
  runUntilSettled(localDate: string): Promise<void>;
  /** Everything the sandbox accepted, alerts to the operator left out. */
  sent(channel?: "email" | "sms"): Promise<SentMessage[]>;
  alerts(): Promise<SentMessage[]>;
  fault(fault: Record<string, unknown>): Promise<void>;
  heal(): Promise<void>;
  close(): Promise<void>;
};

let counter = 0;

/** Puts a delivery harness together; the clock stands where `setTime` puts it. */
export async function startDelivery(
  overrides: Record<string, string> = {},
): Promise<DeliveryHarness> {
  const database = await createTestDatabase();
  const directory = mkdtempSync(join(tmpdir(), "threeline-sandbox-"));
  const sandbox = createSandbox({ directory, siteUrl: "http://127.0.0.1:1" });
  const url = await sandbox.listen();
  const { credentials } = sandbox;
  const variables = {
    PROVIDERS: "sandbox",
    SANDBOX_PORT: new URL(url).port,
    DATABASE_URL: database.url,
    AUTH_SECRET: "a secret for tests alone, long enough to count",
    POSTMARK_SERVER_TOKEN: credentials.postmark.serverToken,
    POSTMARK_WEBHOOK_USERNAME: credentials.postmark.webhookUsername,
    POSTMARK_WEBHOOK_PASSWORD: credentials.postmark.webhookPassword,
    TWILIO_ACCOUNT_SID: credentials.twilio.accountSid,
    TWILIO_AUTH_TOKEN: credentials.twilio.authToken,
    TWILIO_FROM: "+14155550100",
    SITE_URL: "http://localhost:3000",
    UNKNOWN_OUTCOME_WAIT_SECONDS: "1",
    LOG_LEVEL: "silent",
    SMS_SEGMENTS_PER_SECOND: "100000",
    ...overrides,
  };
  const env = parseEnv(variables);
  let now = new Date("2026-11-23T00:00:00Z");
  const services = await createServices(env, {
    name: "test",
    clock: { now: () => new Date(now), rate: () => 1, setTo: () => null },
  });
  const { ctx } = services;
  const worker = { id: randomUUID(), assertAlive: () => undefined };
  await registerWorker(ctx, { id: worker.id, name: "test-worker", pid: process.pid });

  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const messages = async (channel?: string): Promise<SentMessage[]> =>
    (await control("GET", `/sandbox/messages${channel ? `?channel=${channel}` : ""}`)).json();

  const run = async () => {
    for (;;) {
      await runDeliveryTick(ctx);
      const batches = await takeDueBatches(ctx, 100);
      if (batches.length === 0) return;
      await Promise.all(batches.map((batch) => sendBatch(ctx, worker, batch.id)));
    }
  };

  return {
    ctx,
    env,
    variables,
    sandbox,
    worker,
    async setTime(instant) {
      now = new Date(instant);
      await control("PUT", "/sandbox/clock", { now: now.toISOString() });
    },
    async addReader(options = {}) {
      counter += 1;
      const phone = options.phone ?? `+1415555${String(1_000 + counter)}`;
      const subscriber = await ctx.db.subscriber.create({
        data: {
          email: options.email ?? `reader${counter}@example.com`,
          timezone: options.timezone ?? "America/New_York",
          phone,
          emailEnabled: options.emailEnabled ?? true,
          smsEnabled: options.smsEnabled ?? false,
          smsConsentAt: new Date("2026-01-01T00:00:00Z"),
          createdAt: new Date("2026-01-01T00:00:00Z"),
          subscriptions: {
            create: {
              status: options.status ?? "active",
              accessEndsAt: options.accessEndsAt ?? null,
              stoppedAt: options.stoppedAt ?? null,
            },
          },
        },
      });
      return subscriber.id;
    },
    async addMessage(localDate, message = `1. One\n2. Two\n3. Three (${localDate})`) {
      const { id } = await ctx.db.dailyMessage.create({
        data: { localDate: toDatabaseDate(localDate), message, createdAt: new Date("2026-01-01") },
      });
      return id;
    },
    async addPost(localDate, slug, title = "Yields, oil, and a patient central bank") {
      const { id } = await ctx.db.post.create({
        data: {
          localDate: toDatabaseDate(localDate),
          slug,
          title,
          content: "Good morning. [Sourced](https://stats.example/).",
          readTime: 1,
          createdAt: new Date("2026-01-01"),
        },
      });
      return id;
    },
    run,
    async runUntilSettled(localDate) {
      await vi.waitFor(
        async () => {
          await run();
          const { email, sms } = (await getBriefingStatus(ctx, localDate)).channels;
          expect(email.pending + sms.pending).toBe(0);
        },
        { timeout: 25_000, interval: 200 },
      );
    },
    sent: async (channel) =>
      (await messages(channel)).filter((each) => each.to !== ctx.settings.operatorEmail),
    alerts: async () => (await messages()).filter((each) => each.to === ctx.settings.operatorEmail),
    async fault(fault) {
      await control("POST", "/sandbox/faults", fault);
    },
    async heal() {
      await control("DELETE", "/sandbox/faults");
    },
    async close() {
      await services.close();
      await sandbox.close();
      await database.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
