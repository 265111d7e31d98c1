import { Temporal } from "temporal-polyfill";
import type { GiveBack } from "@/lib/contracts/admin/today";
import { fromDatabaseDate, isWeekday, localDateAt, addDays } from "@/lib/calendar/days";
import { Prisma } from "@/lib/platform/database/database";
import type { Context } from "../context";
import { recordAudit, type Actor, type AuditEvent } from "../audit";
import { lockCustomer, saveAnswer } from "./paddle-sync";
import { planNoticeTo } from "../outbox/notices";
import type { SubscriptionSnapshot } from "../ports/payments";

/** How many people's charges are moved at the same time. Paddle allows 240 calls a minute. */
const peopleAtOnce = 4;

/** How long a person's missed days wait when Paddle couldn't be reached (seconds). */
const retrySeconds = 60;

/**
 * Asks to make up for the days missed up to a date, except those already given back, or for one day that had
 * no message. A worker does the rest (`giveBackDays`). Safe to repeat: each day is given back once.
 *
 * @returns how many people and days this affects
 */
export async function requestGiveBack(
  ctx: Context,
  actor: Actor,
  days: GiveBack,
): Promise<MissedCount> {
  const change = Prisma.sql`state = 'requested', requested_by = ${actor},
    requested_at = ${ctx.clock.now()}, next_attempt_at = now(), skip_reason = NULL, finished_at = NULL`;
  return changeMissed(ctx, { actor, action: "missed_days.give_back" }, days, change);
}

/**
 * Dismisses missed days that nobody has given back, or a day that had no message, so they never will be.
 *
 * @returns how many people and days this affects
 */
export async function dismissMissedDays(
  ctx: Context,
  actor: Actor,
  days: GiveBack,
): Promise<MissedCount> {
  const change = Prisma.sql`state = 'skipped', skip_reason = 'dismissed',
    finished_at = ${ctx.clock.now()}`;
  return changeMissed(ctx, { actor, action: "missed_days.dismissed" }, days, change);
}

type MissedCount = { people: number; days: number };

async function changeMissed(
  ctx: Context,
  event: Pick<AuditEvent, "actor" | "action">,
  { through, of }: GiveBack,
  change: Prisma.Sql,
): Promise<MissedCount> {
  return ctx.db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<MissedCount[]>`
      WITH changed AS (
        UPDATE missed_days SET ${change}
        WHERE ${
          of === "unsent"
            ? Prisma.sql`skip_reason = 'no_message' AND local_date = ${through}::date`
            : Prisma.sql`state = 'missed' AND finished_at IS NULL AND local_date <= ${through}::date`
        }
        RETURNING subscriber_id)
      SELECT count(DISTINCT subscriber_id)::int AS people, count(*)::int AS days FROM changed`;
    const changed = { people: row?.people ?? 0, days: row?.days ?? 0 };
    if (changed.days > 0) {
      await recordAudit(ctx, tx, { ...event, subject: `briefing:${through}`, detail: changed });
    }
    return changed;
  });
}

type MissedDay = {
  localDate: Date;
  subscriberId: number;
  requestedBy: string | null;
  paddleSubscriptionId: string | null;
  chargeBefore: Date | null;
  chargeAfter: Date | null;
};

/**
 * Makes up for missed days when someone has asked for it: moves the next charge, or the end of a free
 * trial, by as many weekdays, and emails the person. The new date is stored before Paddle is called, so
 * a crash can't move it twice.
 *
 * @returns whether more are waiting
 */
export async function giveBackDays(ctx: Context): Promise<boolean> {
  const days = await ctx.db.$queryRaw<MissedDay[]>`
    UPDATE missed_days m SET next_attempt_at = now() + make_interval(secs => ${retrySeconds}::int)
    WHERE m.state = 'requested' AND m.subscriber_id IN (
      SELECT s.id FROM subscribers s WHERE s.id IN (
        SELECT w.subscriber_id FROM missed_days w
        WHERE w.state = 'requested' AND w.finished_at IS NULL AND w.next_attempt_at <= now()
        ORDER BY w.subscriber_id LIMIT ${peopleAtOnce})
      FOR NO KEY UPDATE OF s SKIP LOCKED)
    RETURNING m.local_date AS "localDate", m.subscriber_id AS "subscriberId",
      m.requested_by AS "requestedBy", m.paddle_subscription_id AS "paddleSubscriptionId",
      m.charge_before AS "chargeBefore", m.charge_after AS "chargeAfter"`;
  const bySubscriber = Map.groupBy(days, ({ subscriberId }) => subscriberId);
  await Promise.all(
    [...bySubscriber].map(async ([subscriberId, own]) => {
      try {
        await giveBackTo(ctx, subscriberId, own);
      } catch (error) {
        ctx.log.error({ err: error, subscriberId }, "missed days not given back");
      }
    }),
  );
  return bySubscriber.size === peopleAtOnce;
}

async function giveBackTo(
  ctx: Context,
  subscriberId: number,
  days: readonly MissedDay[],
): Promise<void> {
  // Days already stored with a new charge date are finished first, without later ones.
  const started = days.filter(({ chargeAfter }) => chargeAfter !== null);
  const due = started.length > 0 ? started : await withoutArrived(ctx, subscriberId, days);
  const [first] = due;
  if (!first) return;
  const subscription = await findCharged(ctx, subscriberId, first.paddleSubscriptionId);
  if (!subscription) return skip(ctx, subscriberId, due, "no_charge");
  const { paddleSubscriptionId, timezone } = subscription;
  const current = await ctx.payments.findSubscription(paddleSubscriptionId);
  if (!current || current.status === "canceled" || current.cancelAt !== null) {
    return skip(ctx, subscriberId, due, "canceled");
  }
  // Paddle can't move the charge of a subscription that is past due or paused; it may be active later.
  if (current.nextChargeAt === null || !["active", "trialing"].includes(current.status)) return;
  const plan = planOf(first, current, due.length, timezone);
  await ctx.db.missedDay.updateMany({
    where: whereOf(subscriberId, due),
    data: { paddleSubscriptionId, chargeBefore: plan.before, chargeAfter: plan.after },
  });
  const changed = plan.isDone
    ? current
    : await ctx.payments.moveNextCharge(paddleSubscriptionId, plan.after);
  await finish(ctx, { subscriberId, due, plan, changed });
}

type Plan = { before: Date; after: Date; isDone: boolean };

/** Where the next charge moves. Keeps what an interrupted attempt stored. */
function planOf(
  { chargeBefore, chargeAfter }: MissedDay,
  current: SubscriptionSnapshot,
  days: number,
  timezone: string,
): Plan {
  const next = current.nextChargeAt ?? new Date(0);
  if (chargeBefore && chargeAfter) {
    const isMoved = isSame(next, chargeAfter) || isSame(next, renewal(chargeAfter, current.plan));
    if (isMoved || isSame(next, chargeBefore)) {
      return { before: chargeBefore, after: chargeAfter, isDone: isMoved };
    }
  }
  return { before: next, after: addWeekdays(next, days, timezone), isDone: false };
}

const isSame = (a: Date, b: Date | null) => b !== null && a.getTime() === b.getTime();

/** When a subscription charged at an instant is charged again. */
function renewal(charge: Date, plan: SubscriptionSnapshot["plan"]): Date | null {
  if (plan === null) return null;
  const at = Temporal.Instant.fromEpochMilliseconds(charge.getTime()).toZonedDateTimeISO("UTC");
  const period = plan === "annual" ? { years: 1 } : { months: 1 };
  return new Date(at.add(period).epochMilliseconds);
}

/**
 * An instant moved by a number of Mondays to Fridays in a time zone.
 *
 * @param days at least 1
 */
export function addWeekdays(instant: Date, days: number, timezone: string): Date {
  const from = localDateAt(instant, timezone);
  let to = from;
  for (let left = days; left > 0;) {
    to = addDays(to, 1);
    if (isWeekday(to)) left -= 1;
  }
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone);
  const moved = at.add({ days: Temporal.PlainDate.from(from).until(to).days });
  return new Date(moved.epochMilliseconds);
}

/** Leaves out days on which the briefing turned out to have arrived. A day without a message has no rows. */
async function withoutArrived(
  ctx: Context,
  subscriberId: number,
  days: readonly MissedDay[],
): Promise<readonly MissedDay[]> {
  const rows = await ctx.db.delivery.findMany({
    where: {
      subscriberId,
      channel: { in: ["email", "sms"] },
      localDate: { in: days.map(({ localDate }) => localDate) },
    },
    select: { localDate: true, state: true },
  });
  const isMissed = ({ localDate }: MissedDay) => {
    const own = rows.filter((row) => row.localDate.getTime() === localDate.getTime());
    return own.length === 0 || own.some(({ state }) => state === "missed");
  };
  const arrived = days.filter((day) => !isMissed(day));
  if (arrived.length > 0) await skip(ctx, subscriberId, arrived, "arrived");
  return days.filter(isMissed);
}

async function findCharged(ctx: Context, subscriberId: number, stored: string | null) {
  const [row] = await ctx.db.$queryRaw<{ paddleSubscriptionId: string; timezone: string }[]>`
    SELECT x.paddle_subscription_id AS "paddleSubscriptionId", s.timezone
    FROM subscriptions x JOIN subscribers s ON s.id = x.subscriber_id
    WHERE x.subscriber_id = ${subscriberId} AND x.paddle_subscription_id IS NOT NULL
      AND (x.paddle_subscription_id = ${stored} OR (${stored}::text IS NULL
        AND x.status IN ('active', 'trialing', 'past_due')))
    ORDER BY x.id DESC LIMIT 1`;
  return row ?? null;
}

const whereOf = (subscriberId: number, days: readonly MissedDay[]) => ({
  subscriberId,
  state: "requested",
  localDate: { in: days.map(({ localDate }) => localDate) },
});

async function skip(
  ctx: Context,
  subscriberId: number,
  days: readonly MissedDay[],
  skipReason: "arrived" | "no_charge" | "canceled",
): Promise<void> {
  await ctx.db.missedDay.updateMany({
    where: whereOf(subscriberId, days),
    data: { state: "skipped", skipReason, finishedAt: ctx.clock.now() },
  });
}

async function finish(
  ctx: Context,
  given: {
    subscriberId: number;
    due: readonly MissedDay[];
    plan: Plan;
    changed: SubscriptionSnapshot;
  },
): Promise<void> {
  const { subscriberId, due, plan, changed } = given;
  const now = ctx.clock.now();
  const dates = due.map(({ localDate }) => fromDatabaseDate(localDate)).toSorted();
  await ctx.db.$transaction(async (tx) => {
    await lockCustomer(tx, changed.customerId);
    const { count } = await tx.missedDay.updateMany({
      where: whereOf(subscriberId, due),
      data: { state: "extended", finishedAt: now },
    });
    if (count === 0) return;
    await saveAnswer(ctx, tx, changed);
    await recordAudit(ctx, tx, {
      actor: actorOf(due[0]?.requestedBy),
      action: "subscription.days_given_back",
      subject: `subscription:${changed.subscriptionId}`,
      detail: {
        mornings: dates,
        before: plan.before.toISOString(),
        after: plan.after.toISOString(),
      },
    });
    await planNoticeTo(ctx, tx, subscriberId, {
      key: `days-given-back:${subscriberId}:${dates.join(",")}`,
      kind: "days_given_back",
      detail: {
        mornings: dates,
        nextChargeAt: plan.after.toISOString(),
        isTrial: changed.status === "trialing",
      },
    });
  });
}

function actorOf(requestedBy: string | null | undefined): Actor {
  return requestedBy?.startsWith("admin:") ? `admin:${requestedBy.slice(6)}` : "operator";
}
