import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { toDatabaseDate } from "@/lib/contracts/calendar";
import type { Timezone } from "@/lib/contracts/timezones";
import type { Context } from "@/lib/domain/context";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import type { WorkerIdentity } from "@/lib/domain/delivery/engine/worker-lease";
import { registerWorker } from "@/lib/domain/delivery/engine/worker-lease";
import type { Env } from "@/lib/platform/env";
import type { Sandbox } from "@/sandbox/server";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { startService, startTestSandbox } from "./start-service";

/** One message that the sandbox accepted. */
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

/** What a test can set about a subscriber. */
export type SubscriberOptions = {
  email?: string;
  timezone?: Timezone;
  phone?: string;
  smsEnabled?: boolean;
  emailEnabled?: boolean;
  status?: string;
  accessEndsAt?: Date;
  stoppedAt?: Date;
};

/** The delivery engine in this process, with a database and a sandbox for one test file. */
export type DeliveryHarness = {
  ctx: Context;
  env: Env;
  variables: Record<string, string>;
  sandbox: Sandbox;
  worker: WorkerIdentity;
  setTime(now: string): Promise<void>;
  addSubscriber(options?: SubscriberOptions): Promise<number>;
  addMessage(localDate: string, message?: string): Promise<number>;
  addPost(localDate: string, slug: string, title?: string): Promise<number>;
  /** Runs delivery ticks and sends due batches until none are due. */
  run(): Promise<void>;
  /** Runs repeatedly, as real time passes, until the date has no pending rows. */
  runUntilFinished(localDate: string): Promise<void>;
  /** Everything the sandbox accepted except operator alerts and probes. */
  sent(channel?: "email" | "sms"): Promise<SentMessage[]>;
  alerts(): Promise<SentMessage[]>;
  fault(fault: Record<string, unknown>): Promise<void>;
  clearFaults(): Promise<void>;
  /** Empties the database and the sandbox, for the next test in the file. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

let counter = 0;

async function truncateStatement(ctx: Context): Promise<string> {
  const tables = await ctx.db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'page_versions')`;
  return `TRUNCATE ${tables.map(({ name }) => name).join(", ")} CASCADE`;
}

/** Starts a delivery harness. Its clock stays at the time given to `setTime`. */
export async function startDelivery(
  overrides: Record<string, string> = {},
): Promise<DeliveryHarness> {
  const testSandbox = await startTestSandbox();
  const { sandbox, control } = testSandbox;
  const service = await startService({
    now: "2026-11-23T00:00:00Z",
    sandbox: testSandbox,
    variables: {
      UNKNOWN_OUTCOME_WAIT_SECONDS: "1",
      SMS_SEGMENTS_PER_SECOND: "100000",
      ...overrides,
    },
  });
  const { ctx, env, variables, setTime } = service;
  const worker = { id: randomUUID(), assertAlive: () => undefined };
  const workerRow = { id: worker.id, name: "test-worker", host: "here", pid: process.pid };
  await registerWorker(ctx, workerRow);

  const messages = (channel?: string) =>
    control<SentMessage[]>("GET", `/sandbox/messages${channel ? `?channel=${channel}` : ""}`);

  const run = async () => {
    for (;;) {
      await runDeliveryTick(ctx);
      const batches = await leaseDueBatches(ctx, 100);
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
    setTime,
    async addSubscriber(options = {}) {
      counter += 1;
      const phone = options.phone ?? `+1415555${String(1_000 + counter)}`;
      const subscriber = await ctx.db.subscriber.create({
        data: {
          email: options.email ?? `subscriber${counter}@example.com`,
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
    async runUntilFinished(localDate) {
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
      (await messages(channel)).filter(
        ({ to }) => to !== ctx.settings.operatorEmail && !to.includes("@blackhole."),
      ),
    alerts: async () => (await messages()).filter((each) => each.to === ctx.settings.operatorEmail),
    async fault(fault) {
      await control("POST", "/sandbox/faults", fault);
    },
    async clearFaults() {
      await control("DELETE", "/sandbox/faults");
    },
    async reset() {
      // Without RESTART IDENTITY, because prepared editions stay cached by ID.
      await ctx.db.$executeRawUnsafe(await truncateStatement(ctx));
      for (const stored of ["faults", "messages", "suppressions"]) {
        await control("DELETE", `/sandbox/${stored}`);
      }
      await registerWorker(ctx, workerRow);
    },
    close: () => service.close(),
  };
}
