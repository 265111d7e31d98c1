import { parseEmailAddress } from "@/lib/contracts/email-address";
import type { SubscriberFilter, SubscriberSort } from "@/lib/contracts/admin/subscribers";
import { Prisma } from "@/lib/platform/database/database";
import { unfinishedSubscriberIds } from "../../onboarding/unfinished-sign-ups";

/**
 * Everyone's subscription that counts, as `currentOf` in lib/domain/billing/status.ts picks it. Read in one
 * pass, because a lookup per subscriber would take a second for 100,000.
 */
const currentSubscriptions = Prisma.sql`(
  SELECT DISTINCT ON (subscriber_id) subscriber_id, id, status, plan, first_charge_at, cancel_at,
    access_ends_at, stopped_at, end_reason
  FROM subscriptions WHERE subscriber_id IS NOT NULL
  ORDER BY subscriber_id, status = 'canceled', id DESC)`;

/** SQL: a pause of the briefing covers today. Few have one, and converting the time is slow. */
export function isPaused(now: Date): Prisma.Sql {
  return Prisma.sql`CASE WHEN s.paused_from IS NULL THEN false
    ELSE (${now}::timestamptz AT TIME ZONE s.timezone)::date BETWEEN s.paused_from AND s.paused_until END`;
}

/** SQL: the `PersonStatus` of subscriber `s` with subscription `x`. */
export function statusOf(now: Date): Prisma.Sql {
  return Prisma.sql`CASE
    WHEN x.id IS NULL THEN 'none'
    WHEN x.status = 'canceled' OR x.cancel_at IS NOT NULL OR x.stopped_at IS NOT NULL
      OR x.end_reason IS NOT NULL THEN 'canceled'
    WHEN x.status = 'paused' OR ${isPaused(now)} THEN 'paused'
    ELSE x.status END`;
}

/** SQL: the subscriber's email address is suppressed. */
export const isEmailSuppressed = Prisma.sql`
  lower(s.email) IN (SELECT address FROM suppressions WHERE channel = 'email')`;

/** SQL: the subscriber's number is suppressed. */
export const isPhoneSuppressed = Prisma.sql`coalesce(
  s.phone IN (SELECT address FROM suppressions WHERE channel = 'sms'), false)`;

const hasNoChannel = Prisma.sql`(
  (NOT s.sms_enabled OR ${isPhoneSuppressed}) AND (NOT s.email_enabled OR ${isEmailSuppressed}))`;

/** SQL: is subscribed, but nothing can reach them. */
export const isUnreachable = Prisma.sql`(
  x.status IN ('trialing', 'active', 'past_due') AND x.stopped_at IS NULL
  AND x.end_reason IS NULL AND ${hasNoChannel})`;

/** SQL: paid, but never finished signing up. */
export const isNeverOnboarded = Prisma.sql`(
  x.status IN ('trialing', 'active', 'past_due') AND s.id IN (
    SELECT subscriber_id FROM onboarding_records
    WHERE completed_at IS NULL AND subscriber_id IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM onboarding_records r WHERE r.subscriber_id = s.id AND r.completed_at IS NOT NULL))`;

/** SQL: in a trial whose first charge is at most this many days away. */
export function trialEndsWithin(days: number, now: Date): Prisma.Sql {
  return Prisma.sql`(
    x.status = 'trialing' AND x.cancel_at IS NULL AND x.stopped_at IS NULL AND x.end_reason IS NULL
    AND x.first_charge_at <= ${now}::timestamptz + make_interval(days => ${days}::int))`;
}

const joined = Prisma.sql`
  subscribers s LEFT JOIN ${currentSubscriptions} x ON x.subscriber_id = s.id`;

/** SQL: the same, looked up per subscriber, which is faster when only a few are left. */
export const joinedOneByOne = Prisma.sql`
  subscribers s LEFT JOIN LATERAL (
    SELECT * FROM subscriptions WHERE subscriber_id = s.id
    ORDER BY status = 'canceled', id DESC LIMIT 1) x ON true`;

/** SQL: has a trial or a payment that is past due, on any subscription: few, and found by index. */
export const mayBeTrialing = Prisma.sql`
  s.id IN (SELECT subscriber_id FROM subscriptions WHERE status = 'trialing')`;
export const mayBePastDue = Prisma.sql`
  s.id IN (SELECT subscriber_id FROM subscriptions WHERE status = 'past_due')`;

/** SQL: a cheap condition that everyone who passes a filter meets, and few others; null without one. */
function fewOf(filter: SubscriberFilter): Prisma.Sql | null {
  const { status, unreachable, neverOnboarded, trialEndsWithin: days } = filter;
  if (unreachable === true || neverOnboarded === true) return Prisma.sql`true`;
  if (days !== undefined || isAll(status, "trialing")) return mayBeTrialing;
  return isAll(status, "past_due") ? mayBePastDue : null;
}

const isRunning = (status: string) =>
  status === "trialing" || status === "active" || status === "past_due";

const isAll = (chosen: readonly string[] | undefined, status: string) =>
  chosen?.length === 1 && chosen[0] === status;

/** Whether a filter or its order uses the current subscription `x`, and not only `s`. */
export function needsSubscription(filter: SubscriberFilter): boolean {
  const { status, plan, unreachable, trialEndsWithin: days, neverOnboarded, sort } = filter;
  const wanted = [status, plan, unreachable, days, neverOnboarded];
  return sort === "status" || sort === "plan" || wanted.some((each) => each !== undefined);
}

/** SQL: the tables that a filter needs. */
export function sourceOf(filter: SubscriberFilter): Prisma.Sql {
  if (!needsSubscription(filter)) return Prisma.sql`subscribers s`;
  return fewOf(filter) ? joinedOneByOne : joined;
}

const isTrue = (condition: Prisma.Sql, wanted: boolean) =>
  wanted ? condition : Prisma.sql`${condition} IS NOT TRUE`;

/** SQL: a subscriber's address, name, number, or ID matches the search. */
function matchesSearch(q: string): Prisma.Sql {
  const digits = q.replaceAll(/[\s().-]/g, "");
  const isNumber = /^\+?\d{3,}$/.test(digits);
  const patternOf = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const text = Prisma.sql`searchable_person(s.email, s.payment_email, s.name, s.phone)`;
  const conditions = [Prisma.sql`${text} LIKE ${patternOf(q)}`];
  // As people write numbers: +1 (415) 555-0123.
  if (isNumber && digits !== q) conditions.push(Prisma.sql`${text} LIKE ${patternOf(digits)}`);
  // As it's stored: with its domain as ASCII.
  const address = parseEmailAddress(q);
  if (address !== null && address !== q) {
    conditions.push(Prisma.sql`${text} LIKE ${patternOf(address)}`);
  }
  if (/^[1-9]\d{0,8}$/.test(q)) conditions.push(Prisma.sql`s.id = ${Number(q)}`);
  return Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
}

function matchesChannels(chosen: readonly string[]): Prisma.Sql {
  const conditions = chosen.map((channel) => {
    if (channel === "email") return Prisma.sql`s.email_enabled`;
    if (channel === "sms") return Prisma.sql`s.sms_enabled`;
    return Prisma.sql`(NOT s.email_enabled AND NOT s.sms_enabled)`;
  });
  return Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
}

/** SQL: a subscriber passes every filter that is set. */
export function conditionOf(filter: SubscriberFilter, now: Date): Prisma.Sql {
  const { q, status, plan, zone, channel, suppressed, unreachable, neverOnboarded } = filter;
  const { attention, trialEndsWithin: days, joinedAfter, joinedBefore, hasPhone } = filter;
  const all: Prisma.Sql[] = [fewOf(filter) ?? Prisma.sql`true`];
  if (q) all.push(matchesSearch(q));
  if (status) {
    all.push(Prisma.sql`${statusOf(now)} = ANY(${status}::text[])`);
    // Implied by the status, and leaves fewer rows to join.
    if (status.every(isRunning)) all.push(Prisma.sql`x.status = ANY(${status}::text[])`);
  }
  if (plan) all.push(Prisma.sql`coalesce(x.plan, 'none') = ANY(${plan}::text[])`);
  if (zone) all.push(Prisma.sql`s.timezone = ANY(${zone}::text[])`);
  if (channel) all.push(matchesChannels(channel));
  if (suppressed !== undefined) {
    all.push(isTrue(Prisma.sql`(${isEmailSuppressed} OR ${isPhoneSuppressed})`, suppressed));
  }
  if (unreachable !== undefined) all.push(isTrue(isUnreachable, unreachable));
  if (days !== undefined) all.push(trialEndsWithin(days, now));
  if (neverOnboarded !== undefined) all.push(isTrue(isNeverOnboarded, neverOnboarded));
  if (attention === "unreachable") all.push(Prisma.sql`s.unreachable_since IS NOT NULL`);
  if (attention === "unfinished_sign_up") {
    all.push(Prisma.sql`s.id IN (${unfinishedSubscriberIds(now)})`);
  }
  if (joinedAfter) all.push(Prisma.sql`s.created_at >= ${new Date(joinedAfter)}`);
  if (joinedBefore) all.push(Prisma.sql`s.created_at < ${new Date(joinedBefore)}`);
  if (hasPhone !== undefined) {
    all.push(hasPhone ? Prisma.sql`s.phone IS NOT NULL` : Prisma.sql`s.phone IS NULL`);
  }
  return Prisma.join(all, " AND ");
}

/** SQL: what each order sorts by, before the ID. */
export function sortKeyOf(sort: SubscriberSort, now: Date): Prisma.Sql {
  const keys: Record<SubscriberSort, Prisma.Sql> = {
    joined: Prisma.sql`s.created_at`,
    name: Prisma.sql`lower(coalesce(s.name, s.email))`,
    status: statusOf(now),
    plan: Prisma.sql`coalesce(x.plan, '')`,
    zone: Prisma.sql`s.timezone`,
  };
  return keys[sort];
}
