import { beforeEach, describe, expect, it } from "vitest";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { planSlot } from "@/lib/domain/delivery/engine/plan";
import { runDeliveryTick } from "@/lib/domain/delivery/engine/tick";
import { slotOf } from "@/lib/domain/delivery/schedule/slots";
import { recordHeartbeat } from "@/lib/domain/delivery/engine/worker-lease";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";
const nineInNewYork = "2026-11-23T14:00:00Z";

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.addMessage(date);
});

async function problems(): Promise<string[]> {
  return (await listDeliveryProblems(harness.ctx)).map((problem) => problem.code);
}

/** Runs `work` while every ledger row for New York is refused by the database. */
async function withBrokenNewYork(work: () => Promise<void>): Promise<void> {
  const { db } = harness.ctx;
  await db.$executeRaw`
    ALTER TABLE deliveries ADD CONSTRAINT broken CHECK (timezone <> 'America/New_York')`;
  try {
    await work();
  } finally {
    await db.$executeRaw`ALTER TABLE deliveries DROP CONSTRAINT broken`;
  }
}

describe("a slot that can't be planned", () => {
  it("doesn't keep the other zones from getting theirs, and health says so", async () => {
    await harness.addSubscriber({ timezone: "America/New_York", email: "ny@example.com" });
    await harness.addSubscriber({ timezone: "America/Chicago", email: "chicago@example.com" });
    await withBrokenNewYork(async () => {
      await harness.setTime(nineInNewYork);
      await harness.run();
      expect((await harness.sent("email")).map((each) => each.to)).toEqual(["chicago@example.com"]);
      expect((await runDeliveryTick(harness.ctx)).failures).toBe(1);
      expect(await problems()).toContain("not_planned");
    });
    await harness.run();
    expect((await harness.sent("email")).map((each) => each.to)).toContain("ny@example.com");
    expect(await problems()).not.toContain("not_planned");
  });

  it("counts only after two minutes", async () => {
    const { ctx } = harness;
    await harness.setTime("2026-11-23T12:46:59Z");
    expect(await problems()).not.toContain("not_planned");
    await harness.setTime("2026-11-23T12:47:01Z");
    expect(await problems()).toContain("not_planned");
    await planSlot(ctx, slotOf(date, "America/New_York", "email", 15));
    expect(await problems()).not.toContain("not_planned");
  });
});

describe("planning", () => {
  it("doesn't wait for a vacuum of the ledger", async () => {
    const { db } = harness.ctx;
    await db.$executeRaw`
      INSERT INTO subscribers (email, timezone, created_at)
      SELECT 'r' || n || '@example.com', 'America/New_York', '2026-01-01'
      FROM generate_series(1, 1000) AS n`;
    await db.$executeRaw`
      INSERT INTO subscriptions (subscriber_id, status) SELECT id, 'active' FROM subscribers`;
    await harness.setTime("2026-11-23T12:45:00Z");
    await db.$transaction(
      async (tx) => {
        // The lock that VACUUM takes.
        await tx.$executeRaw`LOCK TABLE deliveries IN SHARE UPDATE EXCLUSIVE MODE`;
        expect(await planSlot(harness.ctx, slotOf(date, "America/New_York", "email", 15))).toEqual({
          state: "planned",
          added: 1_000,
        });
      },
      { timeout: 60_000 },
    );
  });
});

describe("health", () => {
  it("notices workers that run but never get through a tick", async () => {
    const { ctx, worker } = harness;
    expect(await problems()).not.toContain("tick_failing");
    await ctx.db.$executeRaw`UPDATE workers SET started_at = now() - interval '61 s'`;
    expect(await problems()).toContain("tick_failing");
    await recordHeartbeat(ctx, worker.id, true);
    expect(await problems()).not.toContain("tick_failing");
    await ctx.db.$executeRaw`UPDATE workers SET ticked_at = now() - interval '61 s'`;
    await recordHeartbeat(ctx, worker.id, false);
    expect(await problems()).toContain("tick_failing");
  });
});

describe("a database session", () => {
  it.each([
    ["statement_timeout", "1min"],
    ["lock_timeout", "15s"],
    ["idle_in_transaction_session_timeout", "1min"],
  ])("ends what hangs: %s is %s", async (name, value) => {
    const [row] = await harness.ctx.db.$queryRaw<{ setting: string }[]>`
      SELECT current_setting(${name}) AS setting`;
    expect(row?.setting).toBe(value);
  });
});
