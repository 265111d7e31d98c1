import { randomUUID } from "node:crypto";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { Timezone } from "@/lib/contracts/timezones";
import type { Context } from "@/lib/domain/context";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import type { WorkerIdentity } from "@/lib/domain/delivery/engine/worker-lease";
import { recordHeartbeat, registerWorker } from "@/lib/domain/delivery/engine/worker-lease";
import type { Env } from "@/lib/platform/env";
import type { Sandbox } from "@/sandbox/server";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import type { TestDatabase } from "./database";
import { formatDeliveryId } from "@/lib/domain/delivery/ledger/delivery-id";
import { recordReport } from "@/lib/domain/delivery/reports/record-reports";
import { startService, startTestSandbox } from "./start-service";

/** One message that the sandbox accepted. */
export type SentMessage = {
  /** The provider's own. */
  id: string;
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
  createdAt?: Date;
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
  run(worker?: WorkerIdentity): Promise<void>;
  /** Calls an endpoint of the sandbox. Throws when the call fails. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /**
   * Runs once per second of the database's clock, or when the next batch is due, without waiting, until
   * `isDone` says so.
   */
  runUntil(isDone: () => Promise<boolean>, worker?: WorkerIdentity): Promise<void>;
  /** Runs until the date has no pending rows. */
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

/** The longest that anything waits, in seconds. */
const longestWaitS = 600;

/** How far the database's clock moves at once, in seconds; so long may a worker be silent. */
const longestStepS = 10;

// Deleting a few rows is much faster than truncating, which gives every table and index a new file.
// Sequences continue, because prepared editions stay cached by ID.
const deleteAllRows = `DO $$
  DECLARE
    name text;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN
      SELECT tablename FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'page_versions')
    LOOP
      EXECUTE format('DELETE FROM %I', name);
    END LOOP;
  END $$`;

/** Starts a delivery harness. Its clock stays at the time given to `setTime`. */
export async function startDelivery(
  overrides: Record<string, string> = {},
  database?: TestDatabase,
): Promise<DeliveryHarness> {
  const testSandbox = await startTestSandbox();
  const { sandbox, control } = testSandbox;
  const service = await startService({
    now: "2026-11-23T00:00:00Z",
    sandbox: testSandbox,
    hasDatabaseClock: true,
    database,
    variables: {
      UNKNOWN_OUTCOME_WAIT_SECONDS: "5",
      SMS_SEGMENTS_PER_SECOND: "100000",
      ...overrides,
    },
  });
  const { ctx, env, variables, setTime } = service;
  const worker = {
    id: randomUUID(),
    mark: () => 0,
    assertAlive: () => undefined,
    confirmClaim: async () => undefined,
  };
  const workerRow = { id: worker.id, name: "test-worker", host: "here", pid: process.pid };
  await registerWorker(ctx, workerRow);

  const messages = (channel?: string) =>
    control<SentMessage[]>("GET", `/sandbox/messages${channel ? `?channel=${channel}` : ""}`);

  const run = async (sender: WorkerIdentity = worker) => {
    for (;;) {
      await recordHeartbeat(ctx, worker.id, false);
      await runDeliveryTick(ctx);
      const batches = await leaseDueBatches(ctx, 100);
      if (batches.length === 0) return;
      await Promise.all(batches.map((batch) => sendBatch(ctx, sender, batch.id)));
    }
  };

  const runUntil = async (isDone: () => Promise<boolean>, sender?: WorkerIdentity) => {
    for (let waitedS = 0; waitedS < longestWaitS; waitedS += 1) {
      const startedAt = performance.now();
      await run(sender);
      if (await isDone()) return;
      const left = Math.max(0, 1 - (performance.now() - startedAt) / 1_000);
      // Nothing happens before the next batch is due.
      await ctx.db.$executeRaw`
        UPDATE test_clock SET seconds_ahead = seconds_ahead + greatest(${left}::float8, (
          SELECT least(${longestStepS}::float8, extract(epoch FROM min(next_attempt_at) - now())::float8)
          FROM delivery_batches WHERE state <> 'done'))`;
      await recordHeartbeat(ctx, worker.id, true);
    }
    throw new Error(`Not done after ${longestWaitS} seconds of the database’s clock.`);
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
      const createdAt = options.createdAt ?? new Date("2026-01-01T00:00:00Z");
      const phone = options.phone ?? `+1415555${String(1_000 + counter)}`;
      const subscriber = await ctx.db.subscriber.create({
        data: {
          email: options.email ?? `subscriber${counter}@example.com`,
          timezone: options.timezone ?? "America/New_York",
          phone,
          emailEnabled: options.emailEnabled ?? true,
          smsEnabled: options.smsEnabled ?? false,
          smsConsentAt: new Date("2026-01-01T00:00:00Z"),
          createdAt,
          subscriptions: {
            create: {
              status: options.status ?? "active",
              accessEndsAt: options.accessEndsAt ?? null,
              stoppedAt: options.stoppedAt ?? null,
              createdAt,
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
    control,
    runUntil,
    runUntilFinished: (localDate) =>
      runUntil(async () => {
        const { email, sms } = (await getBriefingStatus(ctx, localDate)).channels;
        return email.pending + sms.pending === 0;
      }),
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
      await service.pool.query(deleteAllRows);
      for (const stored of ["faults", "messages", "suppressions"]) {
        await control("DELETE", `/sandbox/${stored}`);
      }
      await registerWorker(ctx, workerRow);
    },
    close: () => service.close(),
  };
}

/** Applies a report on a text that Twilio has accepted for a subscriber. */
export async function applyTextReport(
  harness: DeliveryHarness,
  localDate: string,
  subscriberId: number,
): Promise<void> {
  const { ctx } = harness;
  const { phone } = await ctx.db.subscriber.findUniqueOrThrow({ where: { id: subscriberId } });
  const text = (await harness.sent("sms")).find(({ to }) => to === phone);
  if (!text) throw new Error("Nothing was sent.");
  const deliveryId = formatDeliveryId({ channel: "sms", localDate, subscriberId });
  const report = { deliveryId, providerMessageId: text.id, status: "delivered" } as const;
  await ctx.db.$transaction((tx) => recordReport(ctx, tx, report));
}
