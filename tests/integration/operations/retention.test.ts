import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { privacyPolicy } from "@/components/legal/content/privacy-policy";
import { limits } from "@/lib/contracts/limits";
import { purgeExpired } from "@/lib/domain/retention/purge-expired";
import { retentionOfTables } from "@/lib/domain/retention/tables";
import { startApi } from "@/tests/support/api";
import { readSchemaTables } from "@/tests/support/schema-tables";
import { useForFile } from "@/tests/support/use-for-file";

const now = "2026-11-23T03:00:00.000Z";

const api = useForFile(() => startApi({ now }));
let database: Client;

beforeAll(async () => {
  database = new Client({ connectionString: api.databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database.end();
});

/** The privacy policy's list: what it says about each kind of data. */
const policy = new Map(
  [...privacyPolicy.content.matchAll(/^- \*\*(.+?):\*\* (.+)$/gm)].map(([, data, kept]) => [
    data ?? "",
    kept ?? "",
  ]),
);

/** The instant before which the policy says that something is deleted. */
function promisedCutoff(data: string): Date {
  const sentence = [...policy].find(([name]) => name.startsWith(data))?.[1] ?? "";
  const [, count, unit] = /(\d+) (days|months|years)/.exec(sentence) ?? [];
  const cutoff = new Date(now);
  if (unit === "days") cutoff.setUTCDate(cutoff.getUTCDate() - Number(count));
  else if (unit === "months") cutoff.setUTCMonth(cutoff.getUTCMonth() - Number(count));
  else if (unit === "years") cutoff.setUTCFullYear(cutoff.getUTCFullYear() - Number(count));
  else throw new Error(`The policy names no period for "${data}": ${sentence}`);
  return cutoff;
}

/** The last instant that is deleted, and the first that is kept. */
const around = (cutoff: Date) => [new Date(cutoff.getTime() - 1), cutoff] as const;

let people = 0;
async function addPerson(createdAt: Date = new Date(now)) {
  people += 1;
  return api.ctx.db.subscriber.create({
    data: { email: `person${people}@example.com`, createdAt },
  });
}

const insert = (table: string, row: Record<string, unknown>) =>
  database.query(
    `INSERT INTO ${table} (${Object.keys(row).join(", ")})
     VALUES (${Object.keys(row)
       .map((_, index) => `$${index + 1}`)
       .join(", ")})`,
    Object.values(row),
  );

describe("every table", () => {
  const tables = readSchemaTables();

  test("is found in the Prisma schema", () => {
    expect(tables.length).toBeGreaterThan(25);
    expect(tables.find(({ model }) => model === "LoginToken")).toMatchObject({
      table: "login_tokens",
      columns: expect.arrayContaining(["subscriber_id", "token_hash", "expires_at"]),
    });
  });

  test.each(tables)("$model has a period, an owner, or a reason to stay", ({ model }) => {
    expect(Object.keys(retentionOfTables)).toContain(model);
  });

  test("belongs to a table that isn't someone else's, if it belongs to one", () => {
    const owners = Object.values(retentionOfTables).flatMap((each) =>
      "with" in each ? [each.with] : [],
    );
    expect(owners.filter((owner) => "with" in retentionOfTables[owner])).toEqual([]);
  });
});

describe("the privacy policy's periods", () => {
  test("Codes we text you, and counters: gone the night after they end, which is in time", async () => {
    const nightMs = 24 * 3_600_000;
    const periodMs = Date.parse(now) - promisedCutoff("Codes we text you").getTime();
    for (const { windowMs } of Object.values(limits)) {
      expect(windowMs + nightMs).toBeLessThanOrEqual(periodMs);
    }
    const at = new Date(now);
    const { id } = await addPerson();
    await insert("rate_limits", { key: "ended", hits: 1, expires_at: at });
    await insert("phone_changes", {
      subscriber_id: id,
      phone: "+14155550100",
      code_hash: "",
      expires_at: at,
    });
    await purgeExpired(api.ctx);
    expect(await api.ctx.db.rateLimit.count({ where: { key: "ended" } })).toBe(0);
    expect(await api.ctx.db.phoneChange.count()).toBe(0);
  });

  /** Creates one row from before the cutoff and one from it; returns which rows are left. */
  const kinds: [data: string, add: (at: Date, name: string) => Promise<unknown>, left: string][] = [
    [
      "Your account, subscription, payments",
      async (at, name) => {
        const { id } = await addPerson(new Date("2020-01-01"));
        await insert("subscriptions", { subscriber_id: id, status: "active", created_at: at });
        await database.query(
          "UPDATE subscriptions SET status = 'canceled', access_ends_at = $1 WHERE subscriber_id = $2",
          [at, id],
        );
        await database.query("UPDATE subscribers SET name = $1 WHERE id = $2", [name, id]);
      },
      "SELECT name FROM subscribers WHERE name IN ('old', 'recent')",
    ],
    [
      "Your account, subscription, payments",
      async (at, name) => {
        await insert("paddle_customers", {
          id: `ctm_${name}`,
          email: `${name}@example.com`,
          occurred_at: at,
          event_id: "",
        });
        await insert("payments", {
          paddle_transaction_id: `txn_${name}`,
          paddle_subscription_id: `sub_${name}`,
        });
        await insert("subscriptions", {
          status: "canceled",
          paddle_subscription_id: `sub_${name}`,
          paddle_customer_id: `ctm_${name}`,
          created_at: new Date("2020-01-01"),
          canceled_at: at,
        });
      },
      `SELECT substr(s.paddle_customer_id, 5) AS name FROM subscriptions s
       JOIN payments USING (paddle_subscription_id)
       JOIN paddle_customers c ON c.id = s.paddle_customer_id
       WHERE s.subscriber_id IS NULL`,
    ],
    [
      "Proof that you agreed",
      (at, name) =>
        insert("consent_proofs", {
          kind: "sms",
          address_hash: name,
          wording: "I agree",
          granted_at: at,
          ended_at: at,
        }),
      "SELECT address_hash AS name FROM consent_proofs",
    ],
    [
      "That your email address or phone number had a subscription",
      (at, name) => insert("past_trials", { hash: name, subscribed_at: at, erased_at: at }),
      "SELECT hash AS name FROM past_trials",
    ],
    [
      "Which other emails",
      async (at, name) =>
        insert("notices", {
          key: name,
          kind: "welcome",
          subscriber_id: (await addPerson()).id,
          recipient: "",
          created_at: at,
        }),
      "SELECT key AS name FROM notices",
    ],
    [
      "Lists of subscribers that we import",
      (at, name) =>
        insert("subscriber_imports", {
          actor: "operator",
          file_name: name,
          source: "unknown",
          columns: "[]",
          created_at: at,
        }),
      "SELECT file_name AS name FROM subscriber_imports",
    ],
    [
      "Changes to your account",
      (at, name) => insert("audit_events", { at, actor: "system", action: "test", subject: name }),
      "SELECT subject AS name FROM audit_events WHERE action = 'test'",
    ],
    [
      "Logins, and links we email you",
      async (at, name) => {
        const { id } = await addPerson();
        const { rows } = await database.query<{ id: number }>(
          "INSERT INTO onboarding_records (uid) VALUES ($1) RETURNING id",
          [name],
        );
        await insert("address_confirmations", {
          onboarding_id: rows[0]?.id,
          subscriber_id: id,
          email: name,
          timezone: "Europe/London",
          ip_address: "",
          expires_at: at,
        });
      },
      "SELECT email AS name FROM address_confirmations",
    ],
    [
      "Logins, and links we email you",
      async (at, name) =>
        insert("login_tokens", {
          subscriber_id: (await addPerson()).id,
          token_hash: name,
          expires_at: at,
        }),
      "SELECT token_hash AS name FROM login_tokens",
    ],
    [
      "Logins, and links we email you",
      async (at, name) => {
        const { id } = await addPerson();
        await database.query("UPDATE subscribers SET name = $1 WHERE id = $2", [`by ${name}`, id]);
        await insert("sessions", {
          id: randomUUID(),
          kind: "subscriber",
          subscriber_id: id,
          expires_at: name === "old" ? new Date("2027-01-01") : at,
          revoked_at: name === "old" ? at : null,
        });
      },
      `SELECT substr(name, 4) AS name FROM sessions
       JOIN subscribers s ON s.id = subscriber_id WHERE name LIKE 'by %'`,
    ],
  ];

  test.each(kinds)("%s", async (data, add, left) => {
    const [old, recent] = around(promisedCutoff(data));
    await add(old, "old");
    await add(recent, "recent");
    await purgeExpired(api.ctx);
    const { rows } = await database.query<{ name: string }>(left);
    const names = rows.map(({ name }) => name);
    expect(names).not.toContain("old");
    expect(names).toContain("recent");
  });

  /** The tables that have a month's partition. */
  async function tablesWith(month: string): Promise<string[]> {
    const { rows } = await database.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname LIKE $1 ORDER BY 1",
      [`%\\_${month}`],
    );
    return rows.map(({ name }) => name.slice(0, -month.length - 1));
  }

  test("What Paddle, Postmark, and Twilio report: gone by then, whole months at once", async () => {
    // In the middle of a month, which goes with its first day.
    expect(promisedCutoff("What Paddle").toISOString()).toBe("2026-08-25T03:00:00.000Z");
    const days = ["2026-08-01", "2026-08-31", "2026-09-01", "2026-11-22"];
    for (const day of days) {
      await insert("webhook_events", {
        source: "postmark",
        event_id: day,
        month: `${day.slice(0, 7)}-01`,
        kind: "Delivery",
        payload: {},
        received_at: `${day}T12:00:00Z`,
      });
    }
    expect(await purgeExpired(api.ctx)).toMatchObject({ WebhookEvent: 1 });
    const left = await api.ctx.db.webhookEvent.findMany({ orderBy: { receivedAt: "asc" } });
    expect(left.map(({ eventId }) => eventId)).toEqual(["2026-09-01", "2026-11-22"]);
    expect(await tablesWith("2026_08")).toEqual([]);
  });

  test("Which briefing we sent you: the ledger, its attempts, batches, and windows", async () => {
    const cutoff = promisedCutoff("Which briefing we sent you").toISOString().slice(0, 10);
    expect(cutoff).toBe("2025-11-23");
    for (const date of ["2025-11-21", "2025-11-24", "2025-12-01"]) {
      const day = new Date(date);
      const slot = await api.ctx.db.deliverySlot.create({
        data: {
          localDate: day,
          timezone: "Europe/London",
          channel: "sms",
          opensAt: new Date(`${date}T08:00:00Z`),
          closesAt: new Date(`${date}T10:00:00Z`),
        },
      });
      const batch = await api.ctx.db.deliveryBatch.create({ data: { slotId: slot.id, size: 1 } });
      await api.ctx.db.sendAttempt.create({
        data: {
          id: randomUUID(),
          localDate: day,
          batchId: batch.id,
          workerId: randomUUID(),
          state: "finalized",
          recipients: { 1: "+12125550100" },
          sentAfter: day,
        },
      });
      await api.ctx.db.$executeRaw`
        INSERT INTO deliveries (local_date, channel, subscriber_id, timezone, batch_id, edition_id)
        SELECT ${date}::date, 'sms', n, 'Europe/London', ${batch.id}, 1
        FROM generate_series(1, 1100) n`;
    }
    expect(await purgeExpired(api.ctx)).toMatchObject({
      Delivery: 1,
      SendAttempt: 1,
      DeliveryBatch: 2,
      DeliverySlot: 2,
    });
    const left = await api.ctx.db.deliverySlot.findMany();
    expect(left.map(({ localDate }) => localDate.toISOString().slice(0, 10))).toEqual([
      "2025-12-01",
    ]);
    expect(await api.ctx.db.delivery.count()).toBe(1_100);
    expect(await tablesWith("2025_11")).toEqual([]);
    expect(await tablesWith("2025_12")).toEqual(["deliveries", "send_attempts"]);
  });
});

describe("deletion", () => {
  test("keeps people who still pay, are paused, or are served", async () => {
    const long = new Date("2020-01-01");
    const keep = [
      { status: "active" },
      { status: "past_due" },
      { status: "paused" },
      { status: "canceled", accessEndsAt: new Date("2026-12-01") },
    ];
    for (const subscription of keep) {
      const { id } = await addPerson(long);
      await api.ctx.db.subscription.create({
        data: { ...subscription, subscriberId: id, createdAt: long },
      });
    }
    const before = await api.ctx.db.subscriber.count();
    await purgeExpired(api.ctx);
    expect(await api.ctx.db.subscriber.count()).toBe(before);
  });

  test("waits while briefings are being delivered", async () => {
    await insert("rate_limits", { key: "waiting", hits: 1, expires_at: new Date("2026-01-01") });
    const count = () => api.ctx.db.rateLimit.count({ where: { key: "waiting" } });
    api.setTime("2026-11-23T07:45:00.000Z");
    await purgeExpired(api.ctx);
    expect(await count()).toBe(1);
    api.setTime("2026-11-23T10:00:00.000Z");
    await purgeExpired(api.ctx);
    expect(await count()).toBe(0);
    api.setTime(now);
  });
});
