import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, it, vi } from "vitest";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { sendDueBatches } from "@/server/worker/send-due";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";

/** Longer than the tests wait. */
const longPauses = { pauseMs: () => 60_000 };

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
  await harness.addSubscriber();
  await harness.setTime("2026-11-23T13:00:00Z");
  await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15));
});

/** Adds batches to the slot, all due before the unknown one. */
async function addBacklog(count: number): Promise<bigint> {
  await harness.ctx.db.$executeRaw`
    INSERT INTO delivery_batches (slot_id, size, next_attempt_at)
    SELECT slot_id, 1, now() - interval '1 min'
    FROM delivery_batches, generate_series(1, ${count})`;
  const [unknown] = await harness.ctx.db.$queryRaw<{ id: bigint }[]>`
    INSERT INTO delivery_batches (slot_id, size, state)
    SELECT slot_id, 1, 'unknown' FROM delivery_batches LIMIT 1 RETURNING id`;
  return unknown?.id ?? 0n;
}

it("an unknown outcome is leased at once, although many batches were due before it", async () => {
  const unknownId = await addBacklog(2_000);
  const leased = await leaseDueBatches(harness.ctx, 100);
  expect(leased.map(({ id }) => id)).toContain(unknownId);
  expect(leased).toHaveLength(101);
});

it("a worker asks about an unknown outcome while all of its sending is held up", async () => {
  const unknownId = await addBacklog(20);
  const taken: bigint[] = [];
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const batches = sendDueBatches(
    harness.ctx,
    async (batchId) => {
      taken.push(batchId);
      if (batchId !== unknownId) await held;
    },
    longPauses,
  );
  await vi.waitFor(() => expect(taken).toHaveLength(5), { timeout: 20_000 });
  expect(taken).toContain(unknownId);
  finish();
  // All 21 that were ready, without a pause between them.
  await vi.waitFor(() => expect(taken).toHaveLength(22), { timeout: 20_000 });
  await batches.stop();
});

it("a stopping worker takes no more batches, and finishes those that it has", async () => {
  await addBacklog(20);
  const finish: (() => void)[] = [];
  const batches = sendDueBatches(
    harness.ctx,
    () => new Promise((resolve) => finish.push(resolve)),
    longPauses,
  );
  await vi.waitFor(() => expect(finish).toHaveLength(5), { timeout: 20_000 });
  let isStopped = false;
  const stopped = batches.stop().then(() => {
    isStopped = true;
  });
  for (const end of finish.slice(1)) end();
  await wait(50);
  expect(isStopped).toBe(false);
  finish[0]?.();
  await stopped;
  expect(finish).toHaveLength(5);
});
