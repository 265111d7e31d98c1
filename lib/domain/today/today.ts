import { addDays, localDateAt, nextBriefingDay } from "@/lib/calendar/days";
import { moneyTimezone } from "@/lib/contracts/admin/money";
import { channels, type Channel } from "@/lib/contracts/primitives";
import type { TodaySlot, TodayView } from "@/lib/contracts/admin/today";
import { describeGap } from "@/lib/contracts/days-off";
import type { Context } from "../context";
import { findGap, listDaysOff } from "../daily-messages/days-off";
import { listDailyCounts, sumFigures } from "../delivery/monitoring/figures/figures";
import {
  describeBriefing,
  findCurrentDate,
} from "../delivery/monitoring/figures/describe-briefing";
import { describeAudience } from "../delivery/monitoring/forecast";
import { listDeliveryProblems } from "../delivery/monitoring/health";
import { findMessageState } from "../delivery/monitoring/readiness";
import { findMrr } from "../money/overview";
import { listAttention } from "./attention";
import { listHolds } from "./holds";
import { checkReadiness } from "./readiness";

/** How many days back to look for the last finished briefing: more than a long weekend. */
const lookBackDays = 14;

/**
 * The state of the briefing that's being sent, or of the next one, and what needs attention.
 *
 * @param options.withMoney whether the caller may see revenue
 */
export async function getToday(
  ctx: Context,
  { withMoney }: { withMoney: boolean },
): Promise<TodayView> {
  const now = ctx.clock.now();
  const { smsSegmentsPerSecond } = ctx.settings;
  const date = await findCurrentDate(ctx);
  const daysOff = await listDaysOff(ctx);
  const problems = await listDeliveryProblems(ctx);
  const holds = listHolds(problems);
  const isHeld = (channel: Channel) => holds.some((hold) => (hold.channel ?? channel) === channel);
  const { slots, zones } = await describeBriefing(ctx, date, channels.filter(isHeld));
  const hasStarted = slots.some(({ opensAt }) => new Date(opensAt) <= now);
  const [message, next, gap, attention, audience, trials, last, mrr] = await Promise.all([
    findMessageState(ctx, date),
    checkReadiness(ctx, hasStarted ? nextBriefingDay(date, daysOff) : date, problems),
    findGap(ctx, localDateAt(now, "Europe/London")),
    listAttention(ctx, problems),
    describeAudience(ctx),
    countTrials(ctx),
    findLastBriefing(ctx, date),
    withMoney ? describeMrr(ctx) : null,
  ]);
  return {
    now: now.toISOString(),
    date,
    gap: gap && describeGap(gap),
    phase: phaseOf(slots, hasStarted, next),
    message,
    slots,
    zones,
    holds,
    rates: {
      emailsPerSecond: audience.emailsPerSecond,
      segmentsPerSecond: smsSegmentsPerSecond,
    },
    next,
    attention,
    figures: { people: audience.people, ...trials, last, mrr },
  };
}

function phaseOf(
  slots: readonly TodaySlot[],
  hasStarted: boolean,
  { checks }: TodayView["next"],
): TodayView["phase"] {
  if (hasStarted) return slots.some(({ state }) => state === "sending") ? "sending" : "between";
  return checks.some(({ state }) => state === "failed") ? "not_ready" : "ready";
}

async function describeMrr(ctx: Context): Promise<TodayView["figures"]["mrr"]> {
  const { currency, mrr, net } = await findMrr(ctx);
  const month = localDateAt(ctx.clock.now(), moneyTimezone).slice(0, 7);
  return { currency, amount: mrr, net, month };
}

async function countTrials(ctx: Context) {
  const now = ctx.clock.now();
  const [row] = await ctx.db.$queryRaw<{ trials: number; ending: number }[]>`
    SELECT count(*)::int AS trials, (count(*) FILTER (
      WHERE (first_charge_at AT TIME ZONE 'America/New_York')::date
        = (${now}::timestamptz AT TIME ZONE 'America/New_York')::date
        AND cancel_at IS NULL AND stopped_at IS NULL AND end_reason IS NULL))::int AS ending
    FROM subscriptions WHERE status = 'trialing'`;
  return { trials: row?.trials ?? 0, trialsEndingToday: row?.ending ?? 0 };
}

/** The last briefing before a date. Skips dates that were never sent. */
async function findLastBriefing(ctx: Context, date: string): Promise<TodayView["figures"]["last"]> {
  const counts = await listDailyCounts(ctx, addDays(date, -lookBackDays), addDays(date, -1));
  const last = counts.at(-1)?.date;
  if (last === undefined) return null;
  const { delivered, toSend } = sumFigures(counts.filter((row) => row.date === last));
  return { date: last, delivered, toSend };
}
