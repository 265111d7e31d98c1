import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Context } from "@/lib/domain/context";
import { leaseDueBatches, recoverLostAttempts } from "@/lib/domain/delivery/engine/dispatch";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { fenceOf, FenceLostError } from "@/lib/domain/delivery/engine/worker-lease";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { startHeartbeat } from "@/server/worker/worker-heartbeat";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";

let harness: DeliveryHarness;

beforeAll(async () => {
  harness = await startDelivery();
});
afterAll(() => harness.close());

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
  for (let index = 0; index < 3; index += 1) await harness.addSubscriber({ smsEnabled: true });
  await harness.setTime(eight);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function planBatch(channel: "email" | "sms"): Promise<bigint> {
  await planSlot(harness.ctx, slotOf(date, "America/New_York", channel, 15));
  const batches = await leaseDueBatches(harness.ctx, 10);
  const batch = batches.find((each) => each.channel === channel);
  if (!batch) throw new Error("There is no batch.");
  return batch.id;
}

/** A worker that is suspended right before its calls, until something has happened. */
function suspendedUntil(happened: () => Promise<unknown>): Context {
  const { ctx } = harness;
  let event: Promise<unknown> | undefined;
  const wait = async () => {
    event ??= happened();
    await event;
  };
  return {
    ...ctx,
    mail: {
      ...ctx.mail,
      sendBatch: async (...call) => wait().then(() => ctx.mail.sendBatch(...call)),
    },
    sms: { ...ctx.sms, send: async (...call) => wait().then(() => ctx.sms.send(...call)) },
  };
}

async function takeOver(): Promise<void> {
  await harness.ctx.db.$executeRaw`UPDATE workers SET heartbeat_at = now() - interval '26 s'`;
  await recoverLostAttempts(harness.ctx);
}

it.each(["email", "sms"] as const)(
  "a worker that was suspended sends no %s after others took over, whatever its clocks say",
  async (channel) => {
    const batchId = await planBatch(channel);
    await sendBatch(suspendedUntil(takeOver), harness.worker, batchId);
    expect(await harness.sent(channel)).toEqual([]);
    const [attempt] = await harness.ctx.db.sendAttempt.findMany();
    expect(attempt).toMatchObject({ state: "unknown", error: "worker lost" });
  },
);

it("a worker whose heartbeat is late sends nothing", async () => {
  const batchId = await planBatch("email");
  const { ctx, worker } = harness;
  const late = () => ctx.db.$executeRaw`UPDATE workers SET heartbeat_at = now() - interval '11 s'`;
  await sendBatch(suspendedUntil(late), worker, batchId);
  expect(await harness.sent("email")).toEqual([]);
  await harness.runUntilFinished(date);
  expect(await harness.sent("email")).toHaveLength(3);
});

it("calls that start at the same time share one confirmation", async () => {
  const query = vi.spyOn(harness.ctx.db, "$queryRaw");
  const guard = fenceOf(
    harness.ctx,
    { id: crypto.randomUUID(), localDate: "2026-11-23" },
    harness.worker,
    () => undefined,
  );
  const confirmations = await Promise.allSettled([guard.confirm(), guard.confirm()]);
  expect(confirmations.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(query).toHaveBeenCalledTimes(1);
});

it("a worker whose wall clock has advanced while its monotonic clock stood still is stopped", async () => {
  const heartbeat = await startHeartbeat(harness.ctx, { name: "test", onLost: () => undefined });
  const { identity } = heartbeat;
  expect(() => identity.assertAlive()).not.toThrow();
  const later = Date.now() + 60_000;
  vi.spyOn(Date, "now").mockReturnValue(later);
  expect(() => identity.assertAlive()).toThrow(FenceLostError);
  vi.restoreAllMocks();
  await heartbeat.stop();
});
