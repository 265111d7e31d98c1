import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { toDatabaseDate } from "@/lib/calendar/days";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import { closeSlots } from "@/lib/domain/delivery/engine/close";
import { openSlot } from "@/lib/domain/delivery/engine/open-slot";
import { planChangedSubscribers, planSlot } from "@/lib/domain/delivery/engine/plan";
import { recordResults } from "@/lib/domain/delivery/engine/record";
import type { NextStep } from "@/lib/domain/delivery/engine/retry-policy";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { waitUntilBlocked } from "@/tests/support/blocked-connections";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const justBeforeTen = "2026-11-23T14:59:59.900Z";
const ten = "2026-11-23T15:00:00Z";
const slot = slotOf(date, "America/New_York", "email", 15);

const harness = useForFile(startDelivery);
let lock: Client;

beforeAll(async () => {
  lock = new Client({ connectionString: harness.variables["DATABASE_URL"] });
  await lock.connect();
});
afterAll(async () => {
  await lock.end();
});

beforeEach(async () => {
  await lock.query("ROLLBACK");
  await harness.reset();
  await harness.addMessage(date);
});

/** Stops planning at a subscriber until the returned function is called. */
async function stopPlanningAt(subscriberId: number): Promise<() => Promise<unknown>> {
  await lock.query("BEGIN");
  await lock.query(
    `INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id)
      VALUES ($1, 'email', $2, 'America/New_York', 0, 0)`,
    [date, subscriberId],
  );
  return () => lock.query("ROLLBACK");
}

async function isSlotClosed(): Promise<boolean> {
  const stored = await harness.ctx.db.deliverySlot.findFirst({
    where: { timezone: slot.timezone, channel: "email" },
    select: { closedAt: true },
  });
  return stored !== null && stored.closedAt !== null;
}

/** The ledger and the New York email slot, once nothing changes any longer. */
async function finalState() {
  await harness.run();
  await harness.run();
  const rows = await harness.ctx.db.delivery.findMany({ orderBy: { subscriberId: "asc" } });
  return { rows: rows.map(({ state, reason }) => reason ?? state), isClosed: await isSlotClosed() };
}

describe("a slot that closes", () => {
  it.each([
    ["a slot is planned", () => planSlot(harness.ctx, slot, { force: true })],
    ["a late sign-up is planned", () => planChangedSubscribers(harness.ctx, () => undefined)],
  ])("while %s leaves no one pending", async (_, plan) => {
    await harness.setTime(justBeforeTen);
    await planSlot(harness.ctx, slot);
    const late = await harness.addSubscriber({});
    const resume = await stopPlanningAt(late);
    const planned = plan();
    await waitUntilBlocked(harness.ctx.db);
    await harness.setTime(ten);
    await closeSlots(harness.ctx);
    await resume();
    await planned;
    expect(await finalState()).toEqual({ rows: ["not_attempted"], isClosed: true });
  });

  it("before anyone was planned in it records everyone as missed, and the operator is alerted", async () => {
    await harness.addSubscriber({});
    await harness.setTime(justBeforeTen);
    await openSlot(harness.ctx, slot);
    await harness.setTime(ten);
    expect(await finalState()).toEqual({ rows: ["not_attempted"], isClosed: true });
    expect(await harness.alerts()).toHaveLength(1);
  });

  it("without ever having opened is recorded in full by two workers at once", async () => {
    const first = await harness.addSubscriber({});
    await harness.addSubscriber({});
    const heldOver = await harness.addSubscriber({ timezone: "Europe/London" });
    await harness.ctx.db.subscriber.update({
      where: { id: heldOver },
      data: { holdoverDate: toDatabaseDate(date), holdoverTimezone: slot.timezone },
    });
    await harness.setTime(ten);
    const resume = await stopPlanningAt(first);
    const closed = closeSlots(harness.ctx);
    await waitUntilBlocked(harness.ctx.db);
    await closeSlots(harness.ctx);
    await resume();
    await closed;
    const everyone = Array.from({ length: 3 }, () => "not_attempted");
    expect(await finalState()).toEqual({ rows: everyone, isClosed: true });
  });

  it("doesn't serve someone who signs up after it, and leaves no row", async () => {
    await harness.setTime(justBeforeTen);
    await harness.run();
    await harness.setTime(ten);
    await harness.addSubscriber({ createdAt: new Date(ten) });
    expect(await finalState()).toEqual({ rows: [], isClosed: true });
    expect(await harness.sent()).toEqual([]);
  });

  it.each<[string, NextStep["next"], string]>([
    ["accepted", "done", "accepted"],
    ["not sent", "ready", "held_back"],
  ])("during a call waits for its result: %s", async (_, next, expected) => {
    const subscriberId = await harness.addSubscriber({});
    await harness.setTime(justBeforeTen);
    await planSlot(harness.ctx, slot);
    const row = await harness.ctx.db.deliveryBatch.findFirstOrThrow({ include: { slot: true } });
    const batch = {
      batchId: row.id,
      slotId: row.slotId,
      localDate: date,
      timezone: slot.timezone,
      channel: slot.channel,
      editionId: row.slot.editionId ?? 0,
    };
    const attempt = { id: randomUUID(), workerId: harness.worker.id, mark: 0 };
    await claimBatch(harness.ctx, batch, attempt, { unopenedZones: [] });
    // Someone else takes it for a batch whose claim was lost.
    await harness.ctx.db.deliveryBatch.updateMany({ data: { state: "ready" } });
    await harness.setTime(ten);
    await closeSlots(harness.ctx);
    expect(await isSlotClosed()).toBe(false);
    const isSent = next === "done";
    await recordResults(
      harness.ctx,
      batch,
      attempt.id,
      { next, reason: isSent ? null : "held_back", error: null, delayMs: 0 },
      isSent
        ? [
            {
              subscriberId,
              address: "a@example.com",
              result: { state: "accepted", providerMessageId: "m1" },
            },
          ]
        : [],
    );
    expect(await finalState()).toEqual({ rows: [expected], isClosed: true });
  });
});
