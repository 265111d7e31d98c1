import type { AuditEntry } from "@/lib/contracts/admin/audit";
import { auditMessages } from "@/lib/messages/admin/audit";
import { settingsMessages } from "@/lib/messages/admin/settings";
import type { Context } from "../context";

export type AuditRow = {
  id: string;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  detail: unknown;
  hash: string | null;
};

/** Names of actors and subjects, and the subscriber that a subject belongs to. */
export type Names = Map<string, { name: string; subscriberId: number | null }>;

/** Looks up the people, posts, and messages that entries name. */
export async function readNames(
  { db }: Pick<Context, "db">,
  rows: readonly AuditRow[],
): Promise<Names> {
  const keys = [...new Set(rows.flatMap(({ actor, subject }) => [actor, subject]))];
  const found = await db.$queryRaw<{ key: string; name: string; subscriberId: number | null }[]>`
    WITH keys AS (
      SELECT key, split_part(key, ':', 1) AS kind, substr(key, strpos(key, ':') + 1) AS id
      FROM unnest(${keys}::text[]) key WHERE key LIKE '%:%'),
    numbered AS (
      SELECT key, kind, id::int AS id FROM keys WHERE id ~ '^[1-9][0-9]{0,8}$')
    SELECT key, coalesce(nullif(s.name, ''), s.email) AS name, s.id AS "subscriberId"
    FROM numbered JOIN subscribers s ON s.id = numbered.id WHERE kind = 'subscriber'
    UNION ALL
    SELECT key, coalesce(nullif(s.name, ''), s.email), s.id FROM keys
    JOIN subscriptions u ON u.paddle_subscription_id = keys.id
    JOIN subscribers s ON s.id = u.subscriber_id WHERE kind = 'subscription'
    UNION ALL
    SELECT key, p.title, NULL FROM numbered JOIN posts p ON p.id = numbered.id WHERE kind = 'post'
    UNION ALL
    SELECT key, m.local_date::text, NULL FROM numbered
    JOIN daily_messages m ON m.id = numbered.id WHERE kind = 'daily-message'`;
  return new Map(found.map(({ key, ...rest }) => [key, rest]));
}

/** An entry as the API shows it. */
export function toEntry(row: AuditRow, names: Names): AuditEntry {
  const { id, at, actor, action, subject, hash } = row;
  const { before, after, ...facts } = isObject(row.detail) ? row.detail : {};
  const rest = Object.fromEntries(
    Object.entries(facts).filter(
      ([field, value]) => !auditMessages.isInLabel(action, field, value),
    ),
  );
  return {
    id,
    at: at.toISOString(),
    actor: {
      id: actor,
      name: nameOf(actor, names),
      isPerson: /^(admin|subscriber):/.test(actor),
    },
    action,
    label: auditMessages.label(action, facts),
    subject: {
      id: subject,
      name: nameOf(subject, names),
      subscriberId: names.get(subject)?.subscriberId ?? null,
    },
    before: toFields(before),
    after: toFields(after),
    detail: toFields(rest),
    hash,
  };
}

function nameOf(key: string, names: Names): string {
  const known = names.get(key)?.name ?? auditMessages.actors[key];
  if (known !== undefined) return known;
  const [kind, ...id] = key.split(":");
  if (id.length === 0) return key;
  if (kind === "subscriber") return auditMessages.deletedSubscriber(Number(id.join(":")));
  if (kind === "setting") return settingsMessages.names[id.join(":")] ?? key;
  // What follows the kind is a name, such as an administrator's, or an address.
  return ["admin", "email", "sms"].includes(kind ?? "") ? id.join(":") : key.replace(":", " ");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value's fields as texts; a value without fields is called `value`. Null if there's no value. */
function toFields(value: unknown): Record<string, string> | null {
  if (value === undefined || value === null) return null;
  const fields = isObject(value) ? value : { value };
  const entries = Object.entries(fields).map(([name, each]) => [name, toText(each)] as const);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : value === null ? "" : JSON.stringify(value);
}
