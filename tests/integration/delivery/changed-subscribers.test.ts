import { beforeEach, describe, expect, it } from "vitest";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const eightInNewYork = "2026-11-23T13:00:00Z";
const halfPastEight = "2026-11-23T13:30:00Z";

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
});

const rowsOf = (subscriberId: number) =>
  harness.ctx.db.delivery.findMany({
    where: { subscriberId },
    select: { channel: true, timezone: true, state: true },
    orderBy: { channel: "asc" },
  });

const countChanges = () => harness.ctx.db.subscriberChange.count();

/** Opens New York's slots with one subscriber, and looks at every change so far. */
async function openNewYork(): Promise<void> {
  await harness.addSubscriber({ smsEnabled: true });
  await harness.setTime(eightInNewYork);
  await harness.run();
}

describe("while a slot is open", () => {
  beforeEach(openNewYork);

  it("finds anyone who signs up, pays, turns a channel on, or moves there", async () => {
    const { db } = harness.ctx;
    const paused = await harness.addSubscriber({ status: "paused" });
    const withoutEmail = await harness.addSubscriber({ emailEnabled: false });
    const inChicago = await harness.addSubscriber({ timezone: "America/Chicago" });
    await harness.run();
    for (const id of [paused, withoutEmail, inChicago]) expect(await rowsOf(id)).toEqual([]);
    expect(await countChanges()).toBe(0);

    await db.subscription.updateMany({
      where: { subscriberId: paused },
      data: { status: "active" },
    });
    await db.subscriber.update({ where: { id: withoutEmail }, data: { emailEnabled: true } });
    await db.subscriber.update({
      where: { id: inChicago },
      data: { timezone: "America/New_York" },
    });
    const signsUp = await harness.addSubscriber();
    await harness.run();
    for (const id of [paused, withoutEmail, inChicago, signsUp]) {
      expect(await rowsOf(id)).toEqual([
        { channel: "email", timezone: "America/New_York", state: "accepted" },
      ]);
    }
    expect(await countChanges()).toBe(0);
  });

  it("doesn't look again at subscribers who haven't changed", async () => {
    const id = await harness.addSubscriber();
    await harness.ctx.db.subscriberChange.deleteMany();
    await harness.setTime(halfPastEight);
    await harness.run();
    expect(await rowsOf(id)).toEqual([]);
  });

  it("finds changes that are committed after later ones were looked at", async () => {
    const { db } = harness.ctx;
    const long = await harness.addSubscriber({ status: "paused" });
    await harness.run();
    await db.$transaction(async (tx) => {
      await tx.subscription.updateMany({
        where: { subscriberId: long },
        data: { status: "active" },
      });
      const short = await harness.addSubscriber();
      await harness.setTime(halfPastEight);
      await harness.run();
      expect(await rowsOf(short)).toHaveLength(1);
    });
    await harness.run();
    expect(await rowsOf(long)).toHaveLength(1);
  });

  it("keeps the changes in a zone whose slot is locked, and looks at the others", async () => {
    const { db } = harness.ctx;
    await harness.setTime("2026-11-23T14:00:00Z");
    await harness.addSubscriber({ timezone: "America/Chicago" });
    await harness.run();
    const inNewYork = await harness.addSubscriber();
    const inChicago = await harness.addSubscriber({ timezone: "America/Chicago" });
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`
        SELECT id FROM delivery_slots WHERE timezone = 'America/New_York' FOR UPDATE`;
      await harness.run();
      expect(await rowsOf(inNewYork)).toEqual([]);
      expect(await rowsOf(inChicago)).toHaveLength(1);
      expect(await countChanges()).toBeGreaterThan(0);
    });
    await harness.run();
    expect(await rowsOf(inNewYork)).toHaveLength(1);
    expect(await countChanges()).toBe(0);
  });

  it("keeps the changes in a zone that is still being planned", async () => {
    const { db } = harness.ctx;
    await db.deliverySlot.updateMany({
      where: { timezone: "America/New_York" },
      data: { plannedAt: null },
    });
    const id = await harness.addSubscriber({ status: "paused" });
    await harness.run();
    await db.subscription.updateMany({ where: { subscriberId: id }, data: { status: "active" } });
    await harness.run();
    expect(await rowsOf(id)).toHaveLength(1);
    expect(await countChanges()).toBe(0);
  });
});

it("plans someone again whose row is dropped after their new zone was planned", async () => {
  const { ctx } = harness;
  const id = await harness.addSubscriber({ email: "late@example.com" });
  await harness.setTime("2026-11-23T12:45:00Z");
  await planSlot(ctx, slotOf(date, "America/New_York", "email", 15));
  await ctx.db.subscriber.update({ where: { id }, data: { timezone: "America/Chicago" } });
  // Chicago's slot opens, and is planned, between a claim's look at the clock and its commit.
  await harness.setTime("2026-11-23T13:45:00Z");
  await planSlot(ctx, slotOf(date, "America/Chicago", "email", 15));
  await ctx.db.subscriberChange.deleteMany();
  const batch = await ctx.db.deliveryBatch.findFirstOrThrow({ include: { slot: true } });
  const claimed = await claimBatch(
    ctx,
    {
      batchId: batch.id,
      slotId: batch.slotId,
      localDate: date,
      timezone: "America/New_York",
      channel: "email",
      editionId: batch.slot.editionId ?? 0,
    },
    { id: "00000000-0000-4000-8000-000000000001", workerId: harness.worker.id, mark: 0 },
    { unopenedZones: ["America/Chicago"] },
  );
  expect(claimed).toEqual({ recipients: [], waitingFor: null });
  await harness.run();
  expect(await rowsOf(id)).toEqual([
    { channel: "email", timezone: "America/Chicago", state: "accepted" },
  ]);
});
