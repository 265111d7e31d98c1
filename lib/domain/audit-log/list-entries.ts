import { dayMs } from "@/lib/calendar/units";
import {
  auditCountLimit,
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  type AuditQuery,
} from "@/lib/contracts/admin/audit";
import { auditMessages } from "@/lib/messages/admin/audit";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { findLastCheck } from "./check-log";
import { readNames, toEntry, type AuditRow } from "./entry-view";

type ReadContext = Pick<Context, "db" | "clock">;

/** A page of the audit log, newest entries first. */
export async function listAuditEntries(ctx: ReadContext, query: AuditQuery): Promise<AuditPage> {
  const condition = await toCondition(ctx, query);
  const entries = await readEntries(ctx, condition, query.cursor, query.limit + 1);
  const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM (
      SELECT 1 FROM audit_events e WHERE ${condition} LIMIT ${auditCountLimit + 1}) found`;
  const lastCheck = await findLastCheck(ctx);
  const page = entries.slice(0, query.limit);
  return {
    entries: page,
    nextCursor: entries.length > query.limit ? cursorAfter(page) : null,
    total: counted?.total ?? 0,
    lastCheck: lastCheck && { ...lastCheck, at: lastCheck.at.toISOString() },
  };
}

/**
 * All matching entries, newest first, page by page.
 *
 * @param pageSize entries per page
 */
export async function* readAllEntries(
  ctx: ReadContext,
  filter: AuditFilter,
  pageSize: number,
): AsyncGenerator<AuditEntry[]> {
  const condition = await toCondition(ctx, filter);
  let cursor: string | null = null;
  for (;;) {
    const entries: AuditEntry[] = await readEntries(ctx, condition, cursor, pageSize);
    if (entries.length > 0) yield entries;
    if (entries.length < pageSize) return;
    cursor = cursorAfter(entries);
  }
}

/** The position after the last of these entries: its time in milliseconds, and its ID. */
function cursorAfter(entries: readonly AuditEntry[]): string | null {
  const last = entries.at(-1);
  return last ? `${Date.parse(last.at)}-${last.id}` : null;
}

/** Newest first. An entry that was written later can be about an earlier time. */
async function readEntries(
  ctx: ReadContext,
  condition: Prisma.Sql,
  cursor: string | null | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const [ms, id] = cursor?.split("-") ?? [];
  const after =
    ms === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(e.at, e.id) < (${new Date(Number(ms))}::timestamptz, ${id}::bigint)`;
  const rows = await ctx.db.$queryRaw<AuditRow[]>`
    SELECT e.id::text, e.at, e.actor, e.action, e.subject, e.detail, l.hash
    FROM audit_events e LEFT JOIN audit_links l ON l.position = e.position
    WHERE ${condition} AND ${after} ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`;
  const names = await readNames(ctx, rows);
  return rows.map((row) => toEntry(row, names));
}

const groupConditions = {
  team: Prisma.sql`(e.actor LIKE 'admin:%' OR e.actor = 'operator')`,
  subscribers: Prisma.sql`e.actor LIKE 'subscriber:%'`,
  others: Prisma.sql`e.actor !~ '^(admin:|subscriber:|operator$)'`,
} as const;

async function toCondition(ctx: ReadContext, filter: AuditFilter): Promise<Prisma.Sql> {
  const { q, by, actor, action, subject, days, from, to } = filter;
  const since = days === undefined ? null : new Date(ctx.clock.now().getTime() - days * dayMs);
  const conditions = [
    ...(since === null ? [] : [Prisma.sql`e.at >= ${since}`]),
    ...(from === undefined ? [] : [Prisma.sql`e.at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [Prisma.sql`e.at < ${new Date(to)}`]),
    ...(by === undefined ? [] : [groupConditions[by]]),
    ...(actor === undefined ? [] : [Prisma.sql`e.actor = ${actor}`]),
    ...(action === undefined ? [] : [Prisma.sql`e.action = ${action}`]),
    ...(subject === undefined ? [] : [Prisma.sql`e.subject = ${subject}`]),
    ...(q === "" ? [] : [await toSearch(ctx, q)]),
  ];
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, " AND ");
}

/** At most this many subscribers are looked up by a part of their name or address. */
const maxSubscribers = 50;

/** Entries by or about someone, or with an action, whose name contains a text in any case. */
async function toSearch({ db }: ReadContext, text: string): Promise<Prisma.Sql> {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const pattern = `%${escaped}%`;
  const people = await db.$queryRaw<{ subject: string }[]>`
    WITH found AS (
      SELECT id FROM subscribers
      WHERE email ILIKE ${pattern} OR name ILIKE ${pattern} OR phone LIKE ${pattern}
      LIMIT ${maxSubscribers})
    SELECT 'subscriber:' || id AS subject FROM found
    UNION ALL SELECT 'subscription:' || paddle_subscription_id FROM subscriptions
      WHERE subscriber_id IN (SELECT id FROM found)`;
  const subjects = people.map((each) => each.subject);
  return Prisma.sql`(
    e.actor ILIKE ${pattern} OR e.subject ILIKE ${pattern} OR e.action ILIKE ${pattern.replaceAll(/\s+/g, "_")}
    OR e.action = ANY(${auditMessages.actionsWith(text)}::text[])
    OR e.subject = ANY(${subjects}::text[]) OR e.actor = ANY(${subjects}::text[]))`;
}
