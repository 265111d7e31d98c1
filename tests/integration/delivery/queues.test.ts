import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { connectQueues } from "@/server/worker/queues";
import { startDelivery, type DeliveryHarness } from "@/tests/support/delivery";

const date = "2026-11-23";

let harness: DeliveryHarness;

beforeAll(async () => {
  harness = await startDelivery();
});
afterAll(() => harness.close());

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
  const url = harness.variables["DATABASE_URL"] ?? "";
  const queues = await connectQueues(url, harness.ctx.log);
  const taken: bigint[] = [];
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const leased = await leaseDueBatches(harness.ctx, 100);
  const [unknown, ready] = [true, false].map((isUnknown) =>
    leased.filter(({ id }) => (id === unknownId) === isUnknown),
  );
  await queues.work(async (batchId) => {
    taken.push(batchId);
    if (batchId !== unknownId) await held;
  });
  await queues.offer(ready ?? []);
  await vi.waitFor(() => expect(taken).toHaveLength(4), { timeout: 20_000 });
  await queues.offer(unknown ?? []);
  await vi.waitFor(() => expect(taken).toContain(unknownId), { timeout: 20_000 });
  expect(taken).toHaveLength(5);
  finish();
  await queues.stop(10_000);
});
