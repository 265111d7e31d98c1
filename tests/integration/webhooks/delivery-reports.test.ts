import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/webhooks/postmark/route";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { applyReports } from "@/lib/domain/delivery/reports/apply-reports";
import { deleteRowsOf } from "@/tests/support/database";
import { useForFile } from "@/tests/support/use-for-file";
import { createHarness, postmarkRequest } from "./harness";

const harness = useForFile(() => createHarness());
let serial = 0;

beforeEach(async () => {
  await harness.setTime("2026-11-23T14:00:00Z");
  await harness.pool.query(deleteRowsOf("deliveries", "webhook_events"));
});

async function addDeliveries(count: number): Promise<number[]> {
  const { rows } = await harness.pool.query<{ subscriber_id: number }>(
    `INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id, state)
     SELECT '2026-11-23', 'email', n, 'America/New_York', 1, 1, 'pending'
     FROM generate_series($1::int, $2::int) n RETURNING subscriber_id`,
    [serial + 1, serial + count],
  );
  serial += count;
  return rows.map((row) => row.subscriber_id);
}

const fieldsOf = {
  Delivery: { Recipient: "reader@example.com" },
  Bounce: { Email: "reader@example.com", Type: "Transient", Inactive: false },
  Open: { Recipient: "reader@example.com" },
};

async function post(kind: keyof typeof fieldsOf, subscriberId: number): Promise<number> {
  const body = {
    RecordType: kind,
    MessageID: `message-${subscriberId}`,
    Metadata: { delivery: `email:2026-11-23:${subscriberId}` },
    ...fieldsOf[kind],
  };
  return (await POST(postmarkRequest(body))).status;
}

function waiting(): Promise<number> {
  return harness.ctx.db.webhookEvent.count({ where: { appliedAt: null, problem: null } });
}

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await harness.pool.query<{ status: string | null; count: number }>(
    "SELECT provider_status AS status, count(*)::int AS count FROM deliveries GROUP BY 1",
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status ?? "none", count]));
}

describe("a burst of delivery reports", () => {
  it("is stored before the answers, and applied once, in any order, by several workers", async () => {
    const ids = await addDeliveries(120);
    const kinds = ["Bounce", "Delivery", "Open", "Delivery"] as const;
    const calls = ids.flatMap((id, index) =>
      [...kinds.slice(index % 4), ...kinds.slice(0, index % 4)].map((kind) => post(kind, id)),
    );
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    expect(await harness.ctx.db.webhookEvent.count()).toBe(360);
    expect(await waiting()).toBe(360);
    expect(await statuses()).toEqual({ none: 120 });

    await Promise.all([1, 2, 3].map(() => applyReports(harness.ctx)));
    expect(await waiting()).toBe(0);
    expect(await statuses()).toEqual({ delivered: 120 });
    const rows = await harness.ctx.db.delivery.findMany();
    for (const row of rows) {
      expect(row).toMatchObject({
        state: "accepted",
        providerMessageId: `message-${row.subscriberId}`,
      });
    }
  });

  it("is stored in few statements", async () => {
    const ids = await addDeliveries(100);
    await Promise.all(ids.map((id) => post("Delivery", id)));
    const { rows } = await harness.pool.query<{ transactions: number }>(
      "SELECT count(DISTINCT xmin::text)::int AS transactions FROM webhook_events",
    );
    expect(rows[0]?.transactions).toBeLessThan(50);
  });

  it("gets a 500 when it can't be stored, and the retry is stored", async () => {
    const ids = await addDeliveries(5);
    const send = () => Promise.all(ids.map((id) => post("Delivery", id)));
    await harness.pool.query("ALTER TABLE webhook_events RENAME TO webhook_events_elsewhere");
    expect(await send()).toEqual(ids.map(() => 500));
    await harness.pool.query("ALTER TABLE webhook_events_elsewhere RENAME TO webhook_events");
    expect(await send()).toEqual(ids.map(() => 200));
    expect(await waiting()).toBe(5);
  });

  it("stores the others when one can't be stored", async () => {
    const [first, ...others] = await addDeliveries(10);
    await harness.pool.query(
      `ALTER TABLE webhook_events ADD CONSTRAINT refused CHECK (event_id NOT LIKE '%message-${first}:%')`,
    );
    const answers = await Promise.all([first ?? 0, ...others].map((id) => post("Delivery", id)));
    await harness.pool.query("ALTER TABLE webhook_events DROP CONSTRAINT refused");
    expect(answers).toEqual([500, ...others.map(() => 200)]);
    expect(await waiting()).toBe(others.length);
  });
});

describe("a delivery report", () => {
  it("that the database refuses is set aside, and the others are applied", async () => {
    const ids = await addDeliveries(9);
    await Promise.all(ids.map((id) => post("Delivery", id)));
    await harness.pool.query(
      `ALTER TABLE deliveries ADD CONSTRAINT refused
       CHECK (subscriber_id <> ${ids[4]} OR provider_status IS NULL)`,
    );
    expect(await applyReports(harness.ctx)).toBe(true);
    await harness.pool.query("ALTER TABLE deliveries DROP CONSTRAINT refused");
    expect(await statuses()).toEqual({ delivered: 8, none: 1 });
    const problems = await harness.ctx.db.webhookEvent.findMany({
      where: { problem: { not: null } },
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      appliedAt: null,
      report: { deliveryId: `email:2026-11-23:${ids[4]}` },
    });
    expect(problems[0]?.problem).toContain("refused");
  });

  it("that isn't readable is set aside, and the others are applied", async () => {
    const ids = await addDeliveries(3);
    await Promise.all(ids.map((id) => post("Delivery", id)));
    await harness.pool.query(
      `UPDATE webhook_events SET report = '{"status": "evaporated"}' WHERE event_id LIKE $1`,
      [`%message-${ids[0]}:%`],
    );
    expect(await applyReports(harness.ctx)).toBe(true);
    expect(await statuses()).toEqual({ delivered: 2, none: 1 });
  });

  it("waits while someone else is writing to its row, and holds up nothing", async () => {
    const ids = await addDeliveries(3);
    await Promise.all(ids.map((id) => post("Delivery", id)));
    const sender = await harness.pool.connect();
    await sender.query("BEGIN");
    await sender.query("UPDATE deliveries SET reason = NULL WHERE subscriber_id = $1", [ids[0]]);
    expect(await applyReports(harness.ctx)).toBe(false);
    expect(await waiting()).toBe(1);
    await sender.query("COMMIT");
    sender.release();
    expect(await applyReports(harness.ctx)).toBe(true);
    expect(await statuses()).toEqual({ delivered: 3 });
  });

  it("that waits for more than a minute is a health problem", async () => {
    const reasons = async () =>
      (await listDeliveryProblems(harness.ctx)).map(({ code }) => code as string);
    const [id] = await addDeliveries(1);
    await post("Delivery", id ?? 0);
    expect(await reasons()).not.toContain("reports_waiting");
    await harness.setTime("2026-11-23T14:02:00Z");
    expect(await reasons()).toContain("reports_waiting");
    await applyReports(harness.ctx);
    expect(await reasons()).not.toContain("reports_waiting");
  });
});
