import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import type { Timezone } from "@/lib/contracts/timezones";
import { claimBatch } from "@/lib/domain/delivery/engine/claim";
import { leaseDueBatches } from "@/lib/domain/delivery/engine/dispatch";
import { mailReports } from "@/lib/domain/delivery/reports/provider-reports";
import { sendBatch } from "@/lib/domain/delivery/engine/send-batch";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { registerWorker, retireWorker } from "@/lib/domain/delivery/engine/worker-lease";
import { combineCounts } from "@/lib/domain/delivery/ledger/counts";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { getBriefingStatus } from "@/lib/domain/delivery/monitoring/status";
import { moveDeliveries } from "@/lib/domain/delivery/subscriber/subscriber-deliveries";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const zones = ["Europe/London", "America/New_York", "America/Chicago"] as const;

/** A number that the provider refuses. */
const invalidNumber = "+16135550101";

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
});

type Count = { slot: string; state: string; reason: string | null; count: number };

const countLedger = () => harness.ctx.db.$queryRaw<Count[]>`
  SELECT concat_ws(' ', local_date, channel, timezone) AS slot, state, reason, count(*)::int AS count
  FROM deliveries GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const readCounters = () => harness.ctx.db.$queryRaw<Count[]>`
  SELECT concat_ws(' ', local_date, channel, timezone) AS slot, state, reason,
    sum(change)::int AS count
  FROM delivery_counts GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3`;

/** One step of a delivery, chosen by fast-check. `pick` chooses among what there is. */
type Step =
  | { do: "sign up"; timezone: Timezone; hasTexts: boolean }
  | { do: "move"; pick: number; timezone: Timezone }
  | { do: "turn off" | "end" | "delete" | "merge" | "report" | "lose a claim"; pick: number }
  | { do: "send"; fault: string }
  | { do: "wait"; minutes: number }
  | { do: "tick" | "combine" };

const pick = fc.nat({ max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("sign up" as const),
    timezone: fc.constantFrom(...zones),
    hasTexts: fc.boolean(),
  }),
  fc.record({ do: fc.constant("move" as const), pick, timezone: fc.constantFrom(...zones) }),
  fc.record({
    do: fc.constantFrom(
      ...(["turn off", "end", "delete", "merge", "report", "lose a claim"] as const),
    ),
    pick,
  }),
  fc.record({
    do: fc.constant("send" as const),
    fault: fc.constantFrom("none", "error", "accept-then-drop", "rate-limit"),
  }),
  fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(1, 16, 61, 180) }),
  fc.record({ do: fc.constantFrom("tick" as const, "combine" as const) }),
);

/** Claims a due batch for a worker that dies before it sends anything. */
async function loseClaim(index: number): Promise<void> {
  const { ctx } = harness;
  const batches = await ctx.db.deliveryBatch.findMany({
    where: { state: "ready" },
    include: { slot: true },
    orderBy: { id: "asc" },
  });
  const batch = batches.at(index % Math.max(1, batches.length));
  if (!batch) return;
  const worker = { id: randomUUID(), name: "lost", host: "elsewhere", pid: 1 };
  await registerWorker(ctx, worker);
  const { channel, timezone, editionId } = batch.slot;
  await claimBatch(
    ctx,
    {
      batchId: batch.id,
      slotId: batch.slotId,
      localDate: date,
      timezone,
      channel: channel === "sms" ? "sms" : "email",
      editionId: editionId ?? 0,
    },
    { id: randomUUID(), workerId: worker.id, mark: 0 },
    { unopenedZones: ["America/Chicago"] },
  );
  await retireWorker(ctx, worker.id);
}

async function report(index: number): Promise<void> {
  const { ctx } = harness;
  const rows = await ctx.db.delivery.findMany({
    where: { channel: "email" },
    orderBy: { subscriberId: "asc" },
  });
  const row = rows.at(index % Math.max(1, rows.length));
  if (!row) return;
  await ctx.db.$transaction((tx) =>
    mailReports.apply(ctx, tx, {
      address: "someone@example.com",
      deliveryId: `email:${date}:${row.subscriberId}`,
      providerMessageId: row.providerMessageId ?? randomUUID(),
      occurredAt: null,
      outcome:
        index % 2 === 0 ? { kind: "delivered" } : { kind: "soft_bounced", code: "SoftBounce" },
    }),
  );
}

async function perform(action: Step, time: { now: number }): Promise<void> {
  const { ctx } = harness;
  const { db } = ctx;
  const someone = async (index: number) => {
    const ids = await db.subscriber.findMany({ select: { id: true }, orderBy: { id: "asc" } });
    return ids.at(index % Math.max(1, ids.length))?.id ?? 0;
  };
  switch (action.do) {
    case "sign up":
      await harness.addSubscriber({
        timezone: action.timezone,
        phone: invalidNumber,
        smsEnabled: action.hasTexts,
      });
      return;
    case "move":
      await db.subscriber.updateMany({
        where: { id: await someone(action.pick) },
        data: { timezone: action.timezone },
      });
      return;
    case "turn off":
      await db.subscriber.updateMany({
        where: { id: await someone(action.pick) },
        data: { emailEnabled: false },
      });
      return;
    case "end":
      await db.subscription.updateMany({
        where: { subscriberId: await someone(action.pick) },
        data: { status: "canceled" },
      });
      return;
    case "delete":
      await db.subscriber.deleteMany({ where: { id: await someone(action.pick) } });
      return;
    case "merge": {
      const ids = { fromId: await someone(action.pick), intoId: await someone(action.pick + 1) };
      await db.$transaction((tx) => moveDeliveries(tx, ids));
      return;
    }
    case "report":
      return report(action.pick);
    case "lose a claim":
      return loseClaim(action.pick);
    case "send": {
      if (action.fault !== "none") {
        await harness.fault({
          provider: "postmark",
          mode: action.fault,
          status: 500,
          code: 300,
          count: 1,
        });
      }
      const batches = await leaseDueBatches(ctx, 100);
      await Promise.all([
        ...batches.map((batch) => sendBatch(ctx, harness.worker, batch.id)),
        combineCounts(ctx),
      ]);
      return harness.clearFaults();
    }
    case "wait":
      time.now += action.minutes * 60_000;
      return harness.setTime(new Date(time.now).toISOString());
    case "tick":
      await runDeliveryTick(ctx);
      return;
    case "combine":
      return combineCounts(ctx);
  }
}

it("keeps counters that equal the ledger, whatever happens", { timeout: 120_000 }, async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 10, maxLength: 25 }),
    async (steps) => {
      await harness.reset();
      await harness.addMessage(date);
      const time = { now: Date.parse(`${date}T13:02:00Z`) };
      await harness.setTime(new Date(time.now).toISOString());
      for (const timezone of [...zones, ...zones]) {
        await harness.addSubscriber({ timezone, smsEnabled: true });
      }
      await harness.addSubscriber({ phone: invalidNumber, smsEnabled: true });
      await runDeliveryTick(harness.ctx);
      for (const action of steps) {
        await perform(action, time);
        const ledger = await countLedger();
        expect(await readCounters()).toEqual(ledger);
        for (const { state } of ledger) seen.add(state);
      }
    },
  );
  await fc.assert(property, { numRuns: 8, seed: 13, endOnFailure: true });
  expect([...seen].toSorted()).toEqual(["accepted", "excluded", "failed", "missed", "pending"]);
});

it("answers status and health from a few rows, without the ledger", async () => {
  const { db } = harness.ctx;
  for (let index = 0; index < 130; index += 1) {
    await db.$executeRaw`
      INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id)
      VALUES (${date}::date, 'sms', ${index}, 'America/New_York', 1, 1)`;
  }
  await harness.setTime("2026-11-23T13:50:00Z");
  await db.deliverySlot.create({
    data: {
      localDate: new Date(date),
      timezone: "America/New_York",
      channel: "sms",
      opensAt: new Date("2026-11-23T13:00:00Z"),
      closesAt: new Date("2026-11-23T15:00:00Z"),
      plannedAt: new Date("2026-11-23T13:00:00Z"),
    },
  });
  await combineCounts(harness.ctx);
  expect(await db.deliveryCount.count()).toBe(1);
  await db.$executeRaw`TRUNCATE deliveries`;
  expect((await getBriefingStatus(harness.ctx, date)).channels.sms).toMatchObject({
    planned: 130,
    pending: 130,
  });
  expect(await listDeliveryProblems(harness.ctx)).toContainEqual(
    expect.objectContaining({
      code: "unsent",
      message: `130 deliveries unsent for ${date} (sms, America/New_York)`,
    }),
  );
});
