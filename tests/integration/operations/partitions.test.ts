import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Client } from "pg";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { applyOnce } from "@/lib/domain/webhooks/provider-events";
import { createMonths } from "@/lib/domain/retention/months";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";

const harness = useForFile(startDelivery);
let other: Client;

beforeAll(async () => {
  other = new Client({ connectionString: harness.env.DATABASE_URL });
  await other.connect();
});
afterAll(async () => {
  await other.end();
});
beforeEach(() => harness.reset());

/** How many rows each partition of a table has. */
async function rowsOf(table: string): Promise<Record<string, number>> {
  const rows = await harness.ctx.db.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = ${table}::regclass ORDER BY 1`;
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await other.query<{ count: number }>(`SELECT count(*)::int FROM ${name}`);
    counts[name] = counted.rows[0]?.count ?? 0;
  }
  return counts;
}

async function deliver(): Promise<void> {
  await harness.addMessage(date);
  await harness.addSubscriber({ smsEnabled: true });
  await harness.addSubscriber({ smsEnabled: true });
  await harness.setTime("2026-11-23T13:00:00Z");
  await harness.run();
}

describe("months", () => {
  it("have partitions before they begin, created once", async () => {
    await harness.setTime("2026-11-30T23:00:00Z");
    await Promise.all([1, 2, 3].map(() => createMonths(harness.ctx)));
    for (const table of ["deliveries", "send_attempts", "webhook_events"]) {
      expect(Object.keys(await rowsOf(table))).toEqual(
        ["2026_11", "2026_12", "2027_01", "2027_02", "default"].map((each) => `${table}_${each}`),
      );
    }
  });

  it("without a partition are delivered nevertheless, and get one that night", async () => {
    await other.query("SELECT drop_months('deliveries', '2030-01-01')");
    await deliver();
    expect(await rowsOf("deliveries")).toEqual({ deliveries_default: 4 });
    await createMonths(harness.ctx);
    expect(await rowsOf("deliveries")).toMatchObject({
      deliveries_2026_11: 4,
      deliveries_default: 0,
    });
    const counts = await harness.ctx.db.deliveryCount.aggregate({ _sum: { change: true } });
    expect(counts._sum.change).toBe(4);
  });
});

describe("the engine", () => {
  beforeEach(async () => {
    await harness.setTime("2026-11-22T12:00:00Z");
    await createMonths(harness.ctx);
    // A statement that reads or writes another month now waits until it is canceled.
    await other.query("BEGIN");
    await other.query("LOCK TABLE deliveries_2026_12, deliveries_2027_01, deliveries_default");
  });

  it("reads and writes only the month of a slot", async () => {
    try {
      await harness.fault({ provider: "postmark", mode: "accept-then-drop", count: 1 });
      await deliver();
      await harness.runUntilFinished(date);
      const deliveryId = "email:2026-11-23:1";
      await applyOnce(
        harness.ctx,
        "postmark",
        { eventId: "e", kind: "Delivery", payload: {}, occurredAt: null, event: deliveryId },
        {
          deferrableOf: () => ({ deliveryId, providerMessageId: "m", status: "delivered" }),
          apply: () => Promise.resolve(),
        },
      );
      expect(await applyReports(harness.ctx)).toBe(true);
      await harness.setTime("2026-11-23T18:30:00Z");
      await harness.run();
    } finally {
      await other.query("ROLLBACK");
    }
    const states = await harness.ctx.db.delivery.groupBy({ by: ["state"], _count: true });
    expect(states).toEqual([{ state: "accepted", _count: 4 }]);
  });
});

describe("a webhook event", () => {
  const event = { eventId: "evt_1", kind: "k", payload: {}, occurredAt: null, event: "applied" };

  it("is applied once, also when it's repeated in another month", async () => {
    let applied = 0;
    const handler = {
      apply: () => {
        applied += 1;
        return Promise.resolve();
      },
    };
    for (const now of ["2026-11-30T23:59:59Z", "2026-12-01T00:00:01Z", "2027-01-15T00:00:00Z"]) {
      await harness.setTime(now);
      await createMonths(harness.ctx);
      await applyOnce(harness.ctx, "paddle", event, handler);
    }
    expect(applied).toBe(1);
    expect(await harness.ctx.db.webhookEvent.count()).toBe(1);
  });

  it("that is appended is stored once, also when it's repeated in another month", async () => {
    const handler = {
      deferrableOf: () => ({ deliveryId: null, providerMessageId: null, status: "delivered" }),
      apply: () => Promise.resolve(),
    };
    for (const now of ["2026-11-30T23:59:59Z", "2026-12-01T00:00:01Z"]) {
      await harness.setTime(now);
      await applyOnce(harness.ctx, "postmark", event, handler);
    }
    expect(await harness.ctx.db.webhookEvent.count()).toBe(1);
  });
});
