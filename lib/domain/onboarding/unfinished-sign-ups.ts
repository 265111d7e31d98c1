import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { signUpReminderHours } from "@/lib/contracts/durations";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { planNotices } from "../outbox/notices";
import { raiseAlert } from "../outbox/operator-alerts";

/** How long after the purchase the operator is told: a day after the last reminder (days). */
const alertAfterDays = 4;

/** After this, for example after a long outage, nobody is reminded or reported (days). */
const forgottenAfterDays = 14;

/** How many addresses an alert lists. */
const listedAddresses = 20;

/**
 * Purchases `r` that entitle to the briefing and whose buyer never completed a sign-up, with the
 * buyer `c` and the subscriber `owner` they belong to.
 */
function unfinishedPurchases(now: Date): Prisma.Sql {
  return Prisma.sql`onboarding_records r
    JOIN subscriptions s ON s.paddle_subscription_id = r.paddle_subscription_id
    JOIN paddle_customers c ON c.id = s.paddle_customer_id
    JOIN LATERAL (
      SELECT coalesce(r.subscriber_id,
        (SELECT id FROM subscribers WHERE lower(email) = lower(c.email))) AS id) owner
      ON owner.id IS NOT NULL
    WHERE r.completed_at IS NULL AND is_entitled(s, ${now})
      AND NOT EXISTS (
        SELECT 1 FROM onboarding_records other
        WHERE other.subscriber_id = r.subscriber_id AND other.completed_at IS NOT NULL)`;
}

const isRecent = (now: Date) =>
  Prisma.sql`r.created_at > ${now}::timestamptz - make_interval(days => ${forgottenAfterDays}::int)`;

const isReminded = (now: Date) =>
  Prisma.sql`r.created_at <= ${now}::timestamptz
    - make_interval(hours => ${Math.max(...signUpReminderHours)}::int)`;

/**
 * Reminds buyers who haven't completed their sign-up, at the address they paid with: an hour, a day,
 * and three days after the purchase. After an outage, only the latest reminder is sent.
 */
export async function planSignUpReminders(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db.$queryRaw<
    { key: string; subscriberId: number; recipient: string; onboardingId: number }[]
  >`
    SELECT * FROM (
      SELECT 'unfinished_sign_up:' || r.id || ':' || stage.hours AS key,
        owner.id AS "subscriberId", c.email AS recipient, r.id AS "onboardingId"
      FROM (SELECT unnest(${signUpReminderHours}::int[]) AS hours) stage, ${unfinishedPurchases(now)}
        AND ${isRecent(now)}
        AND r.created_at <= ${now}::timestamptz - make_interval(hours => stage.hours)
        AND NOT EXISTS (
          SELECT 1 FROM unnest(${signUpReminderHours}::int[]) AS later
          WHERE later > stage.hours
            AND r.created_at <= ${now}::timestamptz - make_interval(hours => later))) due
    WHERE NOT EXISTS (SELECT 1 FROM notices n WHERE n.key = due.key)`;
  await planNotices(
    ctx,
    ctx.db,
    due.map(({ onboardingId, ...notice }) => ({
      ...notice,
      kind: "unfinished_sign_up",
      detail: { onboardingId },
    })),
  );
}

/** Tells the operator, once per day of purchase, whose sign-up is unfinished after the reminders. */
export async function reportUnfinishedSignUps(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const reported = await ctx.db.$queryRaw<{ boughtOn: string; emails: string[] }[]>`
    SELECT bought_on AS "boughtOn", array_agg(email ORDER BY email) AS emails FROM (
      SELECT to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS bought_on, c.email
      FROM ${unfinishedPurchases(now)}
        AND ${isRecent(now)}
        AND r.created_at < ${localDateAt(now, "UTC")}::date::timestamp AT TIME ZONE 'UTC'
          - make_interval(days => ${alertAfterDays}::int)) found
    WHERE NOT EXISTS (SELECT 1 FROM operator_alerts a WHERE a.key = 'unfinished_sign_ups:' || bought_on)
    GROUP BY bought_on ORDER BY bought_on`;
  for (const { boughtOn, emails } of reported) {
    await raiseAlert(ctx, {
      key: `unfinished_sign_ups:${boughtOn}`,
      ...operatorAlertMessages.unfinishedSignUps(
        formatShortMonthDayYear(boughtOn),
        emails.slice(0, listedAddresses),
        emails.length,
      ),
    });
  }
}

/**
 * SQL: owners (`id`) of purchases (`created_at`) whose buyers got all reminders and still haven't completed
 * their sign-up. Like `unfinishedPurchases`, but reads few other rows, because Today asks every few seconds.
 */
function remindedOwners(now: Date): Prisma.Sql {
  return Prisma.sql`(
    SELECT coalesce(found.subscriber_id, (
        SELECT b.id FROM paddle_customers c JOIN subscribers b ON lower(b.email) = lower(c.email)
        WHERE c.id = found.paddle_customer_id)) AS id, found.created_at
    FROM (
      SELECT r.subscriber_id, r.created_at, s.paddle_customer_id
      FROM onboarding_records r
      JOIN subscriptions s ON s.paddle_subscription_id = r.paddle_subscription_id
      WHERE r.completed_at IS NULL AND ${isReminded(now)} AND is_entitled(s, ${now})
      -- Planned on its own, so that the other records are looked up only for these.
      OFFSET 0) found
    WHERE NOT EXISTS (
      SELECT 1 FROM onboarding_records other
      WHERE other.subscriber_id = found.subscriber_id AND other.completed_at IS NOT NULL)) owner`;
}

/** SQL: IDs of subscribers who got all reminders and still haven't completed their sign-up. */
export function unfinishedSubscriberIds(now: Date): Prisma.Sql {
  return Prisma.sql`SELECT owner.id FROM ${remindedOwners(now)}`;
}

/** How many buyers got all reminders and still haven't completed their sign-up, and when the first paid. */
export async function summarizeUnfinishedSignUps(
  ctx: Pick<Context, "db" | "clock">,
): Promise<{ people: number; oldest: Date | null }> {
  const [row] = await ctx.db.$queryRaw<{ people: number; oldest: Date | null }[]>`
    SELECT count(DISTINCT owner.id)::int AS people, min(owner.created_at) AS oldest
    FROM ${remindedOwners(ctx.clock.now())} WHERE owner.id IS NOT NULL`;
  return row ?? { people: 0, oldest: null };
}
