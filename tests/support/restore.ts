import { expect, vi } from "vitest";
import { findOpenRestore } from "@/lib/domain/delivery/ledger/open-restore";
import { detectRestore } from "@/lib/domain/recovery/detect-restore";
import { recoverDatabase } from "@/lib/domain/recovery/recover-database";
import { startHeartbeat, type WorkerHeartbeat } from "@/server/worker/worker-heartbeat";
import type { DeliveryHarness } from "./delivery";

const waitOptions = { timeout: 120_000, interval: 200 };

/** Starts a worker's checks and heartbeat in this process. */
export async function startSender(
  { ctx }: DeliveryHarness,
  name = "threeline-worker-1",
): Promise<WorkerHeartbeat> {
  await detectRestore(ctx);
  const heartbeat = await startHeartbeat(ctx, { name, onLost: () => undefined });
  const { identity } = heartbeat;
  await vi.waitFor(async () => {
    const { mark } = await ctx.db.worker.findUniqueOrThrow({ where: { id: identity.id } });
    expect(Number(mark)).toBeGreaterThan(0);
  }, waitOptions);
  return heartbeat;
}

/** Whether nothing can be sent now: everything is on hold, or no open slot has a batch left to send. */
async function hasSentAll({ ctx }: DeliveryHarness): Promise<boolean> {
  const now = ctx.clock.now();
  const slot = { opensAt: { lte: now }, closesAt: { gt: now } };
  const left = await ctx.db.deliveryBatch.count({ where: { state: "ready", slot } });
  return left === 0 || (await findOpenRestore(ctx)) !== null;
}

/** Sends everything that is due, as a worker does that starts, and ends. */
export async function sendOnce(harness: DeliveryHarness): Promise<void> {
  const sender = await startSender(harness);
  // A slow machine gives some back, because they would leave too long after they were confirmed.
  await harness.runUntil(() => hasSentAll(harness), sender.identity);
  await sender.stop();
}

/** The most steps that a restore takes. */
const maxSteps = 60;

/** Takes the steps after a restore until it's released. The database's clock skips the pauses. */
export async function waitUntilReleased({ ctx }: DeliveryHarness): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    await recoverDatabase(ctx);
    if ((await findOpenRestore(ctx)) === null) return;
    await ctx.db.$executeRaw`UPDATE test_clock SET seconds_ahead = seconds_ahead + 1`;
  }
  throw new Error(`The restore isn't released after ${maxSteps} steps.`);
}

/** Starts a sender when there is nothing to compare with, and ends it. */
export async function startFirst(harness: DeliveryHarness): Promise<void> {
  await startSender(harness).then((sender) => sender.stop());
  await waitUntilReleased(harness);
}

/** Adds people in New York who get emails and texts: `r1@example.com`, +14155000001, and so on. */
export async function addReaders(
  { ctx }: DeliveryHarness,
  count: number,
  createdAt = "2026-01-01",
): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO subscribers (email, phone, timezone, sms_enabled, sms_consent_at, created_at)
    SELECT 'r' || n || '@example.com', '+1415' || (5000000 + n), 'America/New_York', true, now(),
      ${createdAt}::timestamptz
    FROM generate_series(1, ${count}) AS n`;
  await ctx.db.$executeRaw`
    INSERT INTO subscriptions (subscriber_id, status) SELECT id, 'active' FROM subscribers`;
}
