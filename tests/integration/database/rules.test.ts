// @module-tag slow
import { Client, DatabaseError } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminRoles } from "@/lib/contracts/roles";
import { createTestDatabase, deleteRowsOf, type TestDatabase } from "@/tests/support/database";
import { readSchemaTables } from "@/tests/support/schema-tables";

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const tables = readSchemaTables().map(({ table }) => table);

beforeEach(async () => {
  await client.query(deleteRowsOf(...tables));
  await client.query(`SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
    FROM pg_sequences WHERE schemaname = 'public'`);
});

/** The constraint that a statement violates, or null when the database accepts it. */
async function violatedConstraint(sql: string): Promise<string | null> {
  try {
    await client.query(sql);
    return null;
  } catch (error) {
    if (error instanceof DatabaseError) return error.constraint ?? error.message;
    throw error;
  }
}

/** Runs a statement that must succeed. */
const run = (sql: string) => client.query(sql);

const insert = (table: string, row: Record<string, string>) =>
  `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).join(", ")})`;

const post = (change: Record<string, string> = {}) =>
  insert("posts", {
    slug: "'aa'",
    title: "'Title'",
    local_date: "'2025-03-05'",
    content: "''",
    read_time: "1",
    ...change,
  });

const message = (change: Record<string, string> = {}) =>
  insert("daily_messages", { local_date: "'2025-03-05'", message: "'Hello'", ...change });

const subscriber = (change: Record<string, string> = {}) =>
  insert("subscribers", { email: "'ada@example.com'", ...change });

const delivery = (change: Record<string, string> = {}) =>
  insert("deliveries", {
    local_date: "'2025-03-05'",
    channel: "'email'",
    subscriber_id: "1",
    timezone: "'Europe/London'",
    batch_id: "1",
    edition_id: "1",
    ...change,
  });

const subscription = (change: Record<string, string> = {}) =>
  insert("subscriptions", { subscriber_id: "1", status: "'active'", ...change });

const suppression = (change: Record<string, string> = {}) =>
  insert("suppressions", {
    channel: "'email'",
    address: "'ada@example.com'",
    reason: "'hard_bounce'",
    source: "'postmark'",
    ...change,
  });

const edition = (change: Record<string, string> = {}) =>
  insert("editions", {
    local_date: "'2025-03-05'",
    number: "1",
    daily_message_id: "1",
    content_hash: "'h'",
    sms_text: "'t'",
    email_subject: "'s'",
    email_html: "'h'",
    email_text: "'t'",
    ...change,
  });

const batch = (change: Record<string, string> = {}) =>
  insert("delivery_batches", { slot_id: "1", size: "500", ...change });

const event = (change: Record<string, string> = {}) =>
  insert("webhook_events", {
    source: "'paddle'",
    event_id: "'evt_1'",
    month: "'2026-11-01'",
    received_at: "'2026-11-30T23:59:59.999Z'",
    kind: "'subscription.created'",
    payload: "'{}'",
    ...change,
  });

const admin = (username: string) =>
  insert("admins", { username: `'${username}'`, password_hash: "'x'" });

const slot = (change: Record<string, string> = {}) =>
  insert("delivery_slots", {
    local_date: "'2025-03-05'",
    timezone: "'Europe/London'",
    channel: "'email'",
    opens_at: "'2025-03-05T07:45:00Z'",
    closes_at: "'2025-03-05T10:00:00Z'",
    ...change,
  });

const attempt = (change: Record<string, string> = {}) =>
  insert("send_attempts", {
    id: "gen_random_uuid()",
    local_date: "'2025-03-05'",
    batch_id: "1",
    worker_id: "gen_random_uuid()",
    sent_after: "now()",
    ...change,
  });

const session = (change: Record<string, string> = {}) =>
  insert("sessions", {
    id: "gen_random_uuid()",
    kind: "'admin'",
    admin_id: "1",
    expires_at: "now()",
    ...change,
  });

describe("posts", () => {
  test.each([
    [{}, null],
    [{ slug: "'z9'" }, null],
    [{ slug: "'z9a'" }, null],
    [{ slug: "'a'" }, "posts_slug_check"],
    [{ slug: "'abcd'" }, "posts_slug_check"],
    [{ slug: "'Aa'" }, "posts_slug_check"],
    [{ slug: "'a-'" }, "posts_slug_check"],
    [{ slug: "'é1'" }, "posts_slug_check"],
    [{ slug: "E'a\\n'" }, "posts_slug_check"],
    [{ slug: "E'aa\\n'" }, "posts_slug_check"],
    [{ title: "' '" }, "posts_title_check"],
    [{ read_time: "0" }, "posts_read_time_check"],
    [{ read_time: "-1" }, "posts_read_time_check"],
  ])("%j violates %s", async (change, rule) => {
    expect(await violatedConstraint(post(change))).toBe(rule);
  });

  test("have a unique slug unless deleted", async () => {
    await run(post());
    expect(await violatedConstraint(post())).toBe("posts_slug_key");
    await run("UPDATE posts SET deleted_at = now()");
    expect(await violatedConstraint(post())).toBeNull();
    expect(await violatedConstraint("UPDATE posts SET deleted_at = NULL")).toBe("posts_slug_key");
  });
});

describe("daily messages", () => {
  test.each([
    [{}, null],
    [{ message: "''" }, "daily_messages_message_check"],
    [{ message: "'   '" }, "daily_messages_message_check"],
    [{ message: "E' \\t\\n '" }, "daily_messages_message_check"],
  ])("%j violates %s", async (change, rule) => {
    expect(await violatedConstraint(message(change))).toBe(rule);
  });

  test("are active at most once per date", async () => {
    await run(message());
    expect(await violatedConstraint(message())).toBe("daily_messages_active_date_key");
    expect(await violatedConstraint(message({ is_active: "false" }))).toBeNull();
    expect(await violatedConstraint(message({ is_active: "false" }))).toBeNull();
    expect(await violatedConstraint(message({ local_date: "'2025-03-06'" }))).toBeNull();
    expect(await violatedConstraint("UPDATE daily_messages SET is_active = true")).toBe(
      "daily_messages_active_date_key",
    );
  });

  test("are active at most once per date in concurrent transactions", async () => {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    try {
      await run("BEGIN");
      await run(message());
      const second = other.query(message()).then(
        () => "taken",
        (error: unknown) => (error instanceof DatabaseError ? error.constraint : error),
      );
      await run("COMMIT");
      expect(await second).toBe("daily_messages_active_date_key");
    } finally {
      await other.end();
    }
  });
});

describe("subscribers", () => {
  test.each([
    [{}, null],
    [{ email: "'no-at-sign'" }, "subscribers_email_check"],
    [{ email: "'two@at@signs'" }, "subscribers_email_check"],
    [{ email: "'with space@example.com'" }, "subscribers_email_check"],
    [{ email: "''" }, "subscribers_email_check"],
    [{ timezone: "'America/Chicago'" }, null],
    [{ timezone: "'America/Denver'" }, null],
    [{ timezone: "'America/Los_Angeles'" }, null],
    [{ timezone: "'America/New_York'" }, null],
    [{ timezone: "'Europe/London'" }, null],
    [{ timezone: "'Europe/Paris'" }, "subscribers_timezone_check"],
    [{ timezone: "'europe/london'" }, "subscribers_timezone_check"],
    [{ timezone: "''" }, "subscribers_timezone_check"],
    [{ phone: "'+14155550100'" }, null],
    [{ phone: "'14155550100'" }, "subscribers_phone_check"],
    [{ phone: "'+0415555010'" }, "subscribers_phone_check"],
    [{ phone: "'+1 415 555'" }, "subscribers_phone_check"],
    [{ sms_enabled: "true" }, "subscribers_sms_check"],
    [{ sms_enabled: "true", phone: "'+14155550100'" }, "subscribers_sms_check"],
    [{ sms_enabled: "true", sms_consent_at: "now()" }, "subscribers_sms_check"],
    [{ sms_enabled: "true", phone: "'+14155550100'", sms_consent_at: "now()" }, null],
    [{ holdover_date: "'2026-11-23'" }, "subscribers_holdover_check"],
    [{ holdover_timezone: "'Europe/London'" }, "subscribers_holdover_check"],
    [
      { holdover_date: "'2026-11-23'", holdover_timezone: "'Europe/Paris'" },
      "subscribers_holdover_timezone_check",
    ],
    [{ holdover_date: "'2026-11-23'", holdover_timezone: "'Europe/London'" }, null],
  ])("%j violates %s", async (change, rule) => {
    expect(await violatedConstraint(subscriber(change))).toBe(rule);
  });

  test("have a unique email in any case", async () => {
    await run(subscriber());
    expect(await violatedConstraint(subscriber({ email: "'ADA@Example.com'" }))).toBe(
      "subscribers_email_key",
    );
  });

  test("can change to one phone number at a time", async () => {
    await run(subscriber());
    const change = (phone: string) =>
      insert("phone_changes", { subscriber_id: "1", phone, code_hash: "''", expires_at: "now()" });
    expect(await violatedConstraint(change("'4155550100'"))).toBe("phone_changes_phone_check");
    expect(await violatedConstraint(change("'+14155550100'"))).toBeNull();
    expect(await violatedConstraint(change("'+14155550101'"))).toBe("phone_changes_pkey");
  });
});

describe("subscriptions", () => {
  beforeEach(() => run(subscriber()));

  test.each([
    [{}, null],
    [{ status: "'trialing'" }, null],
    [{ status: "'past_due'" }, null],
    [{ status: "'paused'" }, null],
    [{ status: "'canceled'" }, null],
    [{ status: "'Active'" }, "subscriptions_status_check"],
    [{ status: "''" }, "subscriptions_status_check"],
    [{ plan: "'monthly'" }, null],
    [{ plan: "'annual'" }, null],
    [{ plan: "'weekly'" }, "subscriptions_plan_check"],
    [{ subscriber_id: "999" }, "subscriptions_subscriber_id_fkey"],
  ])("%j violates %s", async (change, rule) => {
    expect(await violatedConstraint(subscription(change))).toBe(rule);
  });

  test("exist once per Paddle subscription", async () => {
    const paddle = { paddle_subscription_id: "'sub_1'" };
    await run(subscription(paddle));
    expect(await violatedConstraint(subscription(paddle))).toBe(
      "subscriptions_paddle_subscription_id_key",
    );
  });
});

describe("onboarding, consent, login links", () => {
  beforeEach(() => run(subscriber()));

  test("a checkout's uid has one record", async () => {
    const record = insert("onboarding_records", { uid: "'uid_1'" });
    await run(record);
    expect(await violatedConstraint(record)).toBe("onboarding_records_uid_key");
  });

  test.each([
    [{}, null],
    [{ kind: "'terms'" }, null],
    [{ kind: "'email'" }, "consents_kind_check"],
    [{ wording: "' '" }, "consents_wording_check"],
  ])("consent %j violates %s", async (change, rule) => {
    const consent = { subscriber_id: "1", kind: "'sms'", wording: "'I agree'", ...change };
    expect(await violatedConstraint(insert("consents", consent))).toBe(rule);
  });

  test("the hash of a login link is unique", async () => {
    const token = insert("login_tokens", {
      subscriber_id: "1",
      token_hash: "'abc'",
      expires_at: "now()",
    });
    await run(token);
    expect(await violatedConstraint(token)).toBe("login_tokens_token_hash_key");
  });
});

describe("suppressions", () => {
  test.each([
    [{}, null],
    [{ channel: "'post'" }, "suppressions_channel_check"],
    [{ address: "'Ada@example.com'" }, "suppressions_address_check"],
    [{ reason: "'because'" }, "suppressions_reason_check"],
  ])("%j violates %s", async (change, rule) => {
    expect(await violatedConstraint(suppression(change))).toBe(rule);
  });

  test("exist once per address and channel", async () => {
    await run(suppression());
    expect(await violatedConstraint(suppression({ reason: "'manual'" }))).toBe(
      "suppressions_channel_address_key",
    );
    expect(
      await violatedConstraint(suppression({ channel: "'sms'", reason: "'stop'" })),
    ).toBeNull();
  });
});

describe("the ledger", () => {
  test("has one row per subscriber, date, and channel", async () => {
    await run(delivery());
    expect(await violatedConstraint(delivery())).toBe("deliveries_default_pkey");
    expect(
      await violatedConstraint(delivery({ timezone: "'America/Denver'", batch_id: "2" })),
    ).toBe("deliveries_default_pkey");
    expect(await violatedConstraint(delivery({ channel: "'sms'" }))).toBeNull();
    expect(await violatedConstraint(delivery({ local_date: "'2025-03-06'" }))).toBeNull();
    expect(await violatedConstraint(delivery({ subscriber_id: "2" }))).toBeNull();
  });

  test.each([
    [{ state: "'pending'" }, null],
    [{ state: "'accepted'" }, null],
    [{ state: "'accepted'", reason: "'why'" }, "deliveries_state_check"],
    [{ state: "'pending'", reason: "'why'" }, "deliveries_state_check"],
    [{ state: "'excluded'" }, "deliveries_state_check"],
    [{ state: "'failed'" }, "deliveries_state_check"],
    [{ state: "'missed'" }, "deliveries_state_check"],
    [{ state: "'missed'", reason: "'late'" }, null],
    [{ state: "'sent'" }, "deliveries_state_check"],
    [{ channel: "'post'" }, "deliveries_channel_check"],
  ])("%j violates %s", async (change, rule) => {
    expect(await violatedConstraint(delivery(change))).toBe(rule);
  });
});

describe("slots, batches, and attempts", () => {
  test("the editions of a date are unique by number and content", async () => {
    await run(edition());
    expect(await violatedConstraint(edition({ content_hash: "'other'" }))).toBe(
      "editions_local_date_number_key",
    );
    expect(await violatedConstraint(edition({ number: "2" }))).toBe(
      "editions_local_date_content_hash_key",
    );
  });

  test.each([
    [{}, null],
    [{ channel: "'post'" }, "delivery_slots_channel_check"],
    [{ timezone: "'UTC'" }, "delivery_slots_timezone_check"],
    [{ local_date: "'2025-03-08'" }, "delivery_slots_weekday_check"],
    [{ local_date: "'2025-03-09'" }, "delivery_slots_weekday_check"],
    [{ closes_at: "'2025-03-05T07:45:00Z'" }, "delivery_slots_window_check"],
    [{ edition_id: "999" }, "delivery_slots_edition_id_fkey"],
  ])("slot %j violates %s", async (change, rule) => {
    expect(await violatedConstraint(slot(change))).toBe(rule);
  });

  test("a slot is unique per date, time zone, and channel", async () => {
    await run(slot());
    expect(await violatedConstraint(slot())).toBe("delivery_slots_local_date_timezone_channel_key");
  });

  test.each([
    [{}, null],
    [{ size: "1" }, null],
    [{ size: "0" }, "delivery_batches_size_check"],
    [{ size: "501" }, "delivery_batches_size_check"],
    [{ state: "'lost'" }, "delivery_batches_state_check"],
    [{ slot_id: "999" }, "delivery_batches_slot_id_fkey"],
  ])("batch %j violates %s", async (change, rule) => {
    await run(slot());
    expect(await violatedConstraint(batch(change))).toBe(rule);
  });

  test("a batch has at most one attempt in progress", async () => {
    await run(slot());
    await run(batch());
    await run(attempt());
    // As PostgreSQL names it in a partition.
    const oneOpen = "send_attempts_default_batch_id_local_date_idx";
    expect(await violatedConstraint(attempt())).toBe(oneOpen);
    expect(await violatedConstraint(attempt({ state: "'unknown'" }))).toBe(oneOpen);
    await run("UPDATE send_attempts SET state = 'finalized'");
    expect(await violatedConstraint(attempt())).toBeNull();
    expect(await violatedConstraint(attempt({ state: "'lost'" }))).toBe(
      "send_attempts_state_check",
    );
  });
});

describe("webhook events", () => {
  test("are unique per provider and ID", async () => {
    await run(event());
    expect(await violatedConstraint(event())).toBe("webhook_events_default_pkey");
    expect(await violatedConstraint(event({ source: "'postmark'" }))).toBeNull();
    expect(await violatedConstraint(event({ event_id: "'evt_2'" }))).toBeNull();
  });

  test("are in the month in which they were received, in UTC", async () => {
    await run(event());
    for (const received_at of ["'2026-12-01T00:00:00Z'", "'2026-10-31T23:59:59.999Z'"]) {
      expect(await violatedConstraint(event({ received_at }))).toBe("webhook_events_month_check");
    }
  });
});

describe("administrators and sessions", () => {
  beforeEach(async () => {
    await run(admin("editor"));
    await run(subscriber());
  });

  test("a username is unique in any case", async () => {
    expect(await violatedConstraint(admin("EDITOR"))).toBe("admins_username_key");
  });

  test.each([
    [{}, null],
    [{ kind: "'subscriber'", admin_id: "NULL", subscriber_id: "1" }, null],
    [{ admin_id: "NULL" }, "sessions_principal_check"],
    [{ subscriber_id: "1" }, "sessions_principal_check"],
    [{ kind: "'subscriber'" }, "sessions_principal_check"],
    [{ kind: "'owner'" }, "sessions_principal_check"],
    [{ admin_id: "999" }, "sessions_admin_id_fkey"],
  ])("session %j violates %s", async (change, rule) => {
    expect(await violatedConstraint(session(change))).toBe(rule);
  });

  test.each(["admins", "admin_invitations"])(
    "%s can have each role, and no other",
    async (table) => {
      const { rows } = await client.query<{ rule: string }>(
        `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = '${table}_role_check'`,
      );
      const roles = [...(rows[0]?.rule ?? "").matchAll(/'(\w+)'/g)].map(([, role]) => role);
      expect(new Set(roles)).toEqual(new Set(adminRoles));
    },
  );

  test("a session is deleted with its administrator", async () => {
    await run(session());
    await run("DELETE FROM admins");
    expect((await run("SELECT 1 FROM sessions")).rowCount).toBe(0);
  });
});
