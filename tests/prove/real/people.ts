import type { Channel } from "@/lib/contracts/primitives";
import type { Input } from "../checker/history";
import type { ProvedDatabase } from "./database";
import type { Plan } from "./plan";

/**
 * Every fourth person gets texts as well, some of them on a number that they share. A few people have
 * each reason not to get anything, and a few are in a zone whose slots open after the seed is over.
 * One statement, because a worker deletes old people who have no subscription.
 */
const addPeople = `
  WITH person AS MATERIALIZED (
    SELECT n, nextval(pg_get_serial_sequence('subscribers', 'id'))::int AS id,
      'reader' || n || '@prove.example' AS email,
      CASE WHEN n % 4 = 0 THEN '+1415' || (2000000 + CASE WHEN n % 100 = 0 THEN n - 4 ELSE n END) END
        AS phone,
      CASE WHEN n % 50 = 7 THEN 'America/Los_Angeles' ELSE $2 END AS timezone,
      n % 50 <> 11 AS email_enabled, n % 4 = 0 AS sms_enabled, n % 60 NOT IN (13, 48) AS is_entitled,
      n % 50 = 17 AS has_complained, n % 80 = 36 AS has_stopped
    FROM generate_series(1, $1::int) AS n
  ), subscriber AS (
    INSERT INTO subscribers
      (id, email, phone, timezone, email_enabled, sms_enabled, sms_consent_at, created_at)
    SELECT id, email, phone, timezone, email_enabled, sms_enabled, $3, $3 FROM person
  ), suppression AS (
    INSERT INTO suppressions (channel, address, reason, source)
    SELECT 'email', email, 'spam_complaint', 'postmark' FROM person WHERE has_complained
    UNION ALL SELECT 'sms', phone, 'stop', 'twilio' FROM person WHERE has_stopped
  ), subscription AS (
    INSERT INTO subscriptions (subscriber_id, status, plan)
    SELECT id, CASE WHEN is_entitled THEN 'active' ELSE 'paused' END, 'annual' FROM person
  )
  SELECT * FROM person`;

type Person = {
  id: number;
  email: string;
  phone: string | null;
  timezone: string;
  email_enabled: boolean;
  sms_enabled: boolean;
  is_entitled: boolean;
  has_complained: boolean;
  has_stopped: boolean;
};

/** Someone who gets the briefing, and what a change of mind can be about. */
export type Reader = { person: string; email: string; phone: string | null };

function inputsOf(person: Person, at: Date): Input[] {
  const { id, email, phone, timezone, is_entitled: isEntitled } = person;
  const name = String(id);
  const isOn = { email: person.email_enabled, sms: person.sms_enabled };
  const suppressed = (channel: Channel, address: string): Input => ({
    at,
    kind: "suppressed",
    channel,
    address,
    isSuppressed: true,
  });
  return [
    { at, kind: "signed_up", person: name, email, phone, timezone, isOn },
    ...(isEntitled ? [] : [{ at, kind: "entitled" as const, person: name, isEntitled }]),
    ...(person.has_complained ? [suppressed("email", email)] : []),
    ...(person.has_stopped && phone !== null ? [suppressed("sms", phone)] : []),
  ];
}

/** Replaces everything in the database except for what the workers know about each other. */
async function empty(database: ProvedDatabase): Promise<void> {
  const tables = await database.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('_prisma_migrations', 'workers', 'page_versions')`);
  // Not RESTART IDENTITY, because workers keep prepared editions by their ID.
  await database.query(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`);
}

/** Stores the people and the briefing of a seed. Those in another zone must not get anything. */
export async function addPeopleAndBriefing(
  database: ProvedDatabase,
  { localDate, timezone }: Plan,
  subscribers: number,
): Promise<{ inputs: Input[]; readers: Reader[] }> {
  const at = new Date("2025-12-01T00:00:00Z");
  const text = `1. Yields fall\n2. Brent under $70\n3. ECB cut seen (${localDate})`;
  await empty(database);
  const people = await database.query<Person>(addPeople, [subscribers, timezone, at]);
  await database.query(
    "INSERT INTO daily_messages (local_date, message, created_at) VALUES ($1, $2, $3)",
    [localDate, text, at],
  );
  await database.query("ANALYZE");
  const here = people.filter((each) => each.timezone === timezone);
  return {
    inputs: [
      { at, kind: "message", localDate, text: "Brent under $70" },
      ...here.flatMap((person) => inputsOf(person, at)),
    ],
    readers: here
      .filter((each) => each.is_entitled)
      .map(({ id, email, phone }) => ({ person: String(id), email, phone })),
  };
}
