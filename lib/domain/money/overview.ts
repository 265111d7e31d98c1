import { localDateAt } from "@/lib/calendar/days";
import {
  cancelReasons,
  moneyTimezone,
  type MoneyMonth,
  type MoneyOverview,
  type MoneyPeriod,
} from "@/lib/contracts/admin/money";
import { plans } from "@/lib/contracts/plans";
import type { Context } from "../context";
import { countAnswers, countGifts } from "./answers";
import { findCheck } from "./check";
import { listCohorts } from "./cohorts";
import { deriveMoney } from "./derive";
import { findFunnel } from "./funnel";
import { addMonths, monthOf, monthsBetween, weeksUpTo } from "./months";
import { listRetries } from "./retries";
import {
  countReasons,
  countSignUps,
  listCurrencyMonths,
  listDayChanges,
  listPlanSums,
  noSum,
  sumCounted,
  sumMonths,
  type DayChange,
  type MonthSum,
} from "./sums";

const defaultCurrency = "USD";

/** Months before the current one, at most. */
const monthsOf = { "90d": 3, "12m": 11, all: 119 } as const satisfies Record<MoneyPeriod, number>;

const weeksPerMonth = 4.35;

/** A yearly price per month, in the smallest unit. */
const monthly = (yearly: number) => Math.round(yearly / 12);

/**
 * Every figure of the Money screen. All come from the changes of subscriptions, so each can list its
 * rows (`listMoneyRows`).
 *
 * @param options.currency by default the one with the highest ARR
 */
export async function findMoney(
  ctx: Context,
  { period, currency: wanted }: { period: MoneyPeriod; currency?: string | undefined },
): Promise<MoneyOverview> {
  await deriveMoney(ctx);
  const rows = await listCurrencyMonths(ctx);
  const counted = sumCounted(rows);
  const currency = wanted ?? counted[0]?.currency ?? defaultCurrency;
  const sums = sumMonths(rows, currency);
  const today = localDateAt(ctx.clock.now(), moneyTimezone);
  const current = monthOf(today);
  const lastMonth = addMonths(current, -1);
  const first = sums[0]?.month ?? current;
  const start = addMonths(current, -monthsOf[period]);
  const from = start > first ? start : first;
  const reasonsOf = first <= lastMonth ? lastMonth : current;
  const [days, signUps, plansNow, cohorts, funnel, reasons, answers, gifts, retries, check] =
    await Promise.all([
      listDayChanges(ctx),
      countSignUps(ctx, { from, to: current }),
      listPlanSums(ctx, { currency, since: `${from}-01` }),
      listCohorts(ctx, { from, to: current }),
      findFunnel(ctx, lastMonth),
      countReasons(ctx, reasonsOf),
      countAnswers(ctx, from),
      countGifts(ctx),
      listRetries(ctx, currency),
      findCheck(ctx, currency),
    ]);
  const months = addUpMonths(sums, signUps, current);
  const arr = counted.find((each) => each.currency === currency)?.yearly ?? 0;
  const yearAgo = months.find(({ month }) => month === addMonths(current, -12));
  return {
    currency,
    currencies: counted.map((each) => each.currency),
    timezone: moneyTimezone,
    today,
    mrr: monthly(arr),
    arr,
    arrYearAgo: yearAgo ? yearAgo.mrr * 12 : null,
    ...standingAfter(days, today),
    churn: [-1, -2].flatMap((back) => churnOf(months, addMonths(current, back))),
    months: months.filter(({ month }) => month >= from),
    weeks: listWeeks(days, today, from),
    funnel,
    cohorts,
    plans: plansNow.map(({ plan, subscribers, yearly, charged }) => ({
      plan,
      subscribers,
      price: priceIfAll(plan, { subscribers, yearly, currency }),
      mrr: monthly(yearly),
      charged,
    })),
    reasons: {
      month: reasonsOf,
      rows: reasons.flatMap(({ reason, subscribers }) => {
        const known = cancelReasons.find((each) => each === reason);
        return known ? [{ reason: known, subscribers }] : [];
      }),
    },
    answers,
    gifts,
    retries,
    check,
  };
}

/** MRR now, and its net change in this month, in the smallest unit of the currency. */
export async function findMrr(
  ctx: Context,
): Promise<{ currency: string; mrr: number; net: number }> {
  await deriveMoney(ctx);
  const rows = await listCurrencyMonths(ctx);
  const [top] = sumCounted(rows);
  const currency = top?.currency ?? defaultCurrency;
  const month = monthOf(localDateAt(ctx.clock.now(), moneyTimezone));
  const sum = sumMonths(rows, currency).find((each) => each.month === month);
  return { currency, mrr: monthly(top?.yearly ?? 0), net: sum ? monthly(netYearly(sum)) : 0 };
}

function netYearly(sum: MonthSum): number {
  return sum.new + sum.expansion + sum.contraction + sum.churned;
}

/** Every month from the first with a change to the current one. */
function addUpMonths(
  sums: readonly MonthSum[],
  signUps: ReadonlyMap<string, number>,
  current: string,
): MoneyMonth[] {
  let arr = 0;
  return monthsBetween(sums[0]?.month ?? current, current).map((month) => {
    const sum = sums.find((each) => each.month === month) ?? { ...noSum, month };
    arr += netYearly(sum);
    return {
      ...sum,
      isComplete: month < current,
      new: monthly(sum.new),
      expansion: monthly(sum.expansion),
      contraction: monthly(sum.contraction),
      churned: monthly(sum.churned),
      net: monthly(netYearly(sum)),
      mrr: monthly(arr),
      signedUp: signUps.get(month) ?? 0,
    };
  });
}

type Standing = Omit<DayChange, "day">;

/** The totals at the end of a day. */
function standingAfter(days: readonly DayChange[], day: string): Standing {
  const standing = { paying: 0, trialing: 0, pastDue: 0, paused: 0 };
  for (const each of days) {
    if (each.day > day) break;
    standing.paying += each.paying;
    standing.trialing += each.trialing;
    standing.pastDue += each.pastDue;
    standing.paused += each.paused;
  }
  return standing;
}

function listWeeks(days: readonly DayChange[], today: string, from: string) {
  const firstDay = days[0]?.day;
  if (firstDay === undefined) return [];
  const start = firstDay > `${from}-01` ? firstDay : `${from}-01`;
  const count = Math.ceil(monthsBetween(monthOf(start), monthOf(today)).length * weeksPerMonth);
  return weeksUpTo(today, Math.max(1, count))
    .filter((day) => day >= start)
    .map((day) => ({ day, ...standingAfter(days, day) }));
}

/** MRR lost in a month ÷ MRR on its first day. The rate is null if that was zero. */
function churnOf(months: readonly MoneyMonth[], month: string): MoneyOverview["churn"] {
  const index = months.findIndex((each) => each.month === month);
  const found = months[index];
  if (!found) return [];
  const base = months[index - 1]?.mrr ?? 0;
  const lost = Math.abs(found.churned);
  return [{ month, lost, base, rate: base > 0 ? lost / base : null }];
}

/** The plan's price if everyone pays it. */
function priceIfAll(
  plan: string,
  { subscribers, yearly, currency }: { subscribers: number; yearly: number; currency: string },
): number | null {
  const listed = plan === "annual" || plan === "monthly" ? plans[plan] : null;
  if (!listed || currency !== defaultCurrency) return null;
  const perYear = listed.interval === "year" ? listed.priceCents : listed.priceCents * 12;
  return perYear * subscribers === yearly ? listed.priceCents : null;
}
