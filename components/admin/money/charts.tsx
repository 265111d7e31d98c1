"use client";

import { useRouter } from "next/navigation";
import { ColumnChart } from "@/components/data/chart/column-chart";
import { LineChart } from "@/components/data/chart/line-chart";
import type { ChartPoint, ChartSeries } from "@/components/data/chart/types";
import { Definition } from "@/components/data/definition";
import { DataSection } from "@/components/data/section";
import type { MoneyFigure, MoneyMonth, MoneyOverview } from "@/lib/contracts/admin/money";
import { formatMoney, formatMonth, formatTick } from "@/lib/contracts/admin/money-format";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { moneyChartLabels as labels } from "@/lib/messages/admin/money";
import { formatCount } from "@/lib/messages/counts";
import { rowsUrl } from "./rows-url";

type Shown = { overview: MoneyOverview };

/**
 * Labels of months: every third on phones.
 *
 * @param today shows the days so far of the current month, for which narrow charts have no room
 */
function monthPoints(months: readonly MoneyMonth[], today?: string): ChartPoint[] {
  const every = Math.ceil(months.length / 13);
  return months.map(({ month, isComplete }, index) => {
    const fromEnd = months.length - 1 - index;
    const name = formatMonth(month);
    const short = name.slice(0, 3);
    return {
      tick:
        fromEnd % every === 0
          ? isComplete || !today
            ? short
            : `${short} 1–${Number(today.slice(8))}`
          : null,
      isMinor: months.length > 4 && fromEnd % (3 * every) !== 1,
      title: isComplete ? name : labels.soFar(name),
      isPartial: !isComplete,
    };
  });
}

function useRows(months: readonly MoneyMonth[], figure: (month: MoneyMonth) => MoneyFigure) {
  const router = useRouter();
  return (index: number) => {
    const month = months[index];
    if (month) router.push(rowsUrl(figure(month), month.month));
  };
}

/** MRR that came and went, month by month. */
export function MovementChart({ overview: { months, currency, mrr, today } }: Shown) {
  const openRows = useRows(months, (month) =>
    month.net < 0 && -month.churned > month.new ? "churned" : "new",
  );
  const net = seriesOf(months, "net", 2);
  const current = months.at(-1);
  const signed = (amount: number) => formatMoney(amount, currency, { isSigned: true });
  return (
    <DataSection
      className="mt-12"
      title={<Definition label={labels.movement} text={labels.movementText} />}
      note={months.length < 15 && <span className="hidden lg:inline">{labels.movementNote}</span>}
    >
      <ColumnChart
        label={labels.movement}
        summary={labels.movementSummary(
          signed(current?.net ?? 0),
          formatMonth(current?.month ?? today),
          formatMoney(mrr, currency),
        )}
        pointLabel={labels.month}
        points={monthPoints(months, today)}
        series={[
          seriesOf(months, "new", 1),
          ...withValues(seriesOf(months, "expansion", 4)),
          ...withValues(seriesOf(months, "contraction", 4)),
          seriesOf(months, "churned", 3),
        ]}
        net={net}
        {...(months.length < 15 && { figures: months.map((month) => signed(month.net)) })}
        format={signed}
        formatTick={(amount) => formatTick(amount, currency)}
        heightRem={18}
        onSelect={openRows}
      />
    </DataSection>
  );
}

type SeriesName = "new" | "expansion" | "contraction" | "churned" | "net" | "charged";

function seriesOf(
  months: readonly MoneyMonth[],
  key: SeriesName,
  tone: 1 | 2 | 3 | 4,
): ChartSeries {
  return { key, label: labels[key], tone, values: months.map((month) => month[key]) };
}

function withValues(series: ChartSeries): ChartSeries[] {
  return series.values.some((value) => value !== 0) ? [series] : [];
}

/** Paying subscribers week by week, and the smaller groups, each on its own scale. */
export function SubscribersChart({ overview: { weeks, paying, trialing } }: Shown) {
  const every = Math.max(1, Math.round(weeks.length / 4));
  const shared = {
    pointLabel: labels.week,
    points: weeks.map(({ day }, index) => ({
      tick: index % every === 0 && index < weeks.length - every / 3 ? tickOf(day) : null,
      title: formatShortMonthDayYear(day),
    })),
    format: formatCount,
    formatTick: compactCount,
  };
  const series = (key: "paying" | "trialing" | "pastDue" | "paused", label: string) => ({
    key,
    label,
    tone: 1 as const,
    values: weeks.map((each) => each[key]),
  });
  const small = [
    series("trialing", labels.trials),
    series("pastDue", labels.pastDue),
    ...withValues(series("paused", labels.paused)),
  ];
  return (
    <DataSection title={labels.subscribers} note={labels.weekly}>
      <LineChart
        {...shared}
        label={labels.subscribers}
        summary={labels.subscribersSummary(formatCount(paying), formatCount(trialing))}
        series={[series("paying", labels.paying)]}
      />
      <div className="mt-6 grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {small.map((each) => (
          <LineChart
            {...shared}
            key={each.key}
            label={each.label}
            summary={labels.smallSummary(each.label, formatCount(each.values.at(-1) ?? 0))}
            series={[each]}
            heightRem={6}
          />
        ))}
      </div>
    </DataSection>
  );
}

const tickOf = (day: string) => formatShortMonthDayYear(day).replace(/, \d+$/, "");

const compact = new Intl.NumberFormat("en-US", { notation: "compact" });
const compactCount = (count: number) => compact.format(count).replace("K", "k");

/** Trials, sign-ups, and first charges, month by month. */
export function ActivityChart({ overview: { months, today } }: Shown) {
  const openRows = useRows(months, () => "trial_started");
  const current = months.at(-1);
  return (
    <DataSection title={labels.activity} note={labels.activityNote}>
      <LineChart
        label={labels.activity}
        summary={labels.activitySummary(
          formatCount(current?.trialsStarted ?? 0),
          formatMonth(current?.month ?? today),
        )}
        pointLabel={labels.month}
        points={monthPoints(months)}
        series={[
          {
            key: "trials",
            label: labels.trialsStarted,
            tone: 2,
            values: months.map((each) => each.trialsStarted),
          },
          {
            key: "signUps",
            label: labels.signUps,
            tone: 3,
            values: months.map((each) => each.signedUp),
          },
          {
            key: "converted",
            label: labels.converted,
            tone: 1,
            values: months.map((each) => each.converted),
          },
        ]}
        format={formatCount}
        formatTick={compactCount}
        onSelect={openRows}
      />
    </DataSection>
  );
}

/** Charges and refunds, month by month. */
export function RevenueChart({ overview: { months, currency, today } }: Shown) {
  const openRows = useRows(months, () => "charged");
  const current = months.at(-1);
  return (
    <DataSection
      title={<Definition label={labels.revenue} text={labels.revenueText} />}
      note={labels.activityNote}
    >
      <ColumnChart
        label={labels.revenue}
        summary={labels.revenueSummary(
          formatMoney(current?.charged ?? 0, currency),
          formatMoney(current?.refunded ?? 0, currency),
          formatMonth(current?.month ?? today),
        )}
        pointLabel={labels.month}
        points={monthPoints(months).map((point, index) => ({
          ...point,
          isMinor: point.isMinor === true || index % 2 === 0,
        }))}
        series={[
          seriesOf(months, "charged", 1),
          {
            key: "refunded",
            label: labels.refunded,
            tone: 3,
            values: months.map((each) => -each.refunded),
          },
        ]}
        format={(amount) => formatMoney(amount, currency)}
        formatTick={(amount) => formatTick(amount, currency)}
        onSelect={openRows}
      />
    </DataSection>
  );
}
