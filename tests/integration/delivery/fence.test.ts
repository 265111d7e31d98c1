import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Context } from "@/lib/domain/context";
import { leaseDueBatches, recoverLostAttempts } from "@/lib/domain/delivery/engine/dispatch";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { findOpenRestore } from "@/lib/domain/delivery/ledger/open-restore";
import { FenceLostError } from "@/lib/domain/delivery/engine/worker-lease";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { startHeartbeat } from "@/server/worker/worker-heartbeat";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eight = "2026-11-23T13:00:00Z";

const harness = useForFile(startDelivery);

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

it("a worker whose mark the database has lost claims nothing, and excludes nobody", async () => {
  const { ctx, worker } = harness;
  const { id, email } = await ctx.db.subscriber.findFirstOrThrow({ orderBy: { id: "asc" } });
  const batchId = await planBatch("email");
  // In the backup they had stopped; since then, they have started again.
  const stopped = { channel: "email", address: email, reason: "inactive", source: "postmark" };
  await ctx.db.suppression.create({ data: { ...stopped, createdAt: ctx.clock.now() } });
  expect(await sendBatch(ctx, { ...worker, mark: () => 1_000 }, batchId)).toEqual({
    state: "nothing_to_do",
  });
  const row = await ctx.db.delivery.findFirstOrThrow({ where: { subscriberId: id } });
  expect(row.state).toBe("pending");
});

it("a worker that knows of lost commits stops everyone before it signs off", async () => {
  const { ctx } = harness;
  const onLost = vi.fn<() => void>();
  const heartbeat = await startHeartbeat(ctx, { name: "test", onLost });
  const { identity } = heartbeat;
  await vi.waitFor(() => expect(identity.mark()).toBeGreaterThan(0), { timeout: 10_000 });
  await ctx.db.$executeRaw`UPDATE workers SET mark = 0 WHERE id = ${identity.id}::uuid`;
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 10_000 });
  await heartbeat.stop();
  expect(await findOpenRestore(ctx)).not.toBeNull();
  expect(
    (await ctx.db.worker.findUniqueOrThrow({ where: { id: identity.id } })).stoppedAt,
  ).not.toBeNull();
});

it("someone who stops between the claim and the call gets no text", async () => {
  const { ctx, worker } = harness;
  const { phone } = await ctx.db.subscriber.findFirstOrThrow({ orderBy: { id: "asc" } });
  await planSlot(ctx, slotOf(date, "America/New_York", "sms", 15));
  const batch = await ctx.db.deliveryBatch.findFirstOrThrow({
    where: { slot: { channel: "sms" } },
  });
  const stop = () =>
    ctx.db.suppression.create({
      data: {
        channel: "sms",
        address: phone ?? "",
        reason: "stop",
        source: "reply",
        createdAt: ctx.clock.now(),
      },
    });
  await sendBatch(
    ctx,
    { ...worker, confirmClaim: async () => void (await stop()) },
    batch.id,
  ).catch(() => undefined);
  await harness.runUntilFinished(date);
  const numbers = (await harness.sent("sms")).map(({ to }) => to);
  expect(numbers).toHaveLength(2);
  expect(numbers).not.toContain(phone);
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
