"use client";

import { ColumnChart } from "@/components/data/chart/column-chart";
import { LineChart } from "@/components/data/chart/line-chart";
import type { ChartPoint } from "@/components/data/chart/types";
import type { DeliveryPeriodView } from "@/lib/contracts/admin/deliveries";
import { formatShortMonthDayYear, formatShortWeekdayMonthDay } from "@/lib/calendar/format";
import { deliveriesMessages as texts } from "@/lib/messages/admin/deliveries";
import { formatCount } from "@/lib/messages/counts";
import { addFigures } from "./format";

type Days = DeliveryPeriodView["days"];

/** Days delivered and not delivered; pressing one opens it. */
export function PeriodCharts({ days, onSelect }: { days: Days; onSelect: (date: string) => void }) {
  const points = days.map(({ date }, index) => pointOf(days, date, index));
  const totals = days.map(({ email, sms }) => addFigures(email, sms));
  const last = days.at(-1);
  const lastTotal = totals.at(-1);
  const shared = {
    pointLabel: texts.charts.day,
    points,
    format: formatCount,
    formatTick: formatTick,
    onSelect: (index: number) => {
      const day = days[index];
      if (day) onSelect(day.date);
    },
  };
  const { charts, outcomes, channels } = texts;
  return (
    <div className="mt-8 grid gap-8">
      <div>
        <h2 className="font-sans text-label font-medium">{charts.delivered}</h2>
        <LineChart
          {...shared}
          label={charts.delivered}
          summary={charts.deliveredSummary(
            formatCount(last?.email.delivered ?? 0),
            formatCount(last?.sms.delivered ?? 0),
          )}
          series={[
            {
              key: "email",
              label: channels.email,
              tone: 1,
              values: days.map(({ email }) => email.delivered),
            },
            {
              key: "sms",
              label: channels.sms,
              tone: 2,
              values: days.map(({ sms }) => sms.delivered),
            },
          ]}
        />
      </div>
      <div>
        <h2 className="font-sans text-label font-medium">{charts.notDelivered}</h2>
        <ColumnChart
          {...shared}
          heightRem={10}
          label={charts.notDelivered}
          summary={charts.notDeliveredSummary(
            formatCount(lastTotal?.failed ?? 0),
            formatCount(lastTotal?.missed ?? 0),
            formatCount(lastTotal?.excluded ?? 0),
          )}
          series={[
            {
              key: "excluded",
              label: outcomes.excluded,
              tone: 3,
              values: totals.map(({ excluded }) => excluded),
            },
            {
              key: "failed",
              label: outcomes.failed,
              tone: 2,
              values: totals.map(({ failed }) => failed),
            },
            {
              key: "missed",
              label: outcomes.missed,
              tone: "alarm",
              values: totals.map(({ missed }) => missed),
            },
          ]}
        />
      </div>
    </div>
  );
}

/** The first day of each month is labeled by its month. */
function pointOf(days: Days, date: string, index: number): ChartPoint {
  const before = days[index - 1]?.date;
  const isFirstOfMonth = before !== undefined && before.slice(0, 7) !== date.slice(0, 7);
  return {
    title: formatShortWeekdayMonthDay(date),
    tick: isFirstOfMonth ? formatShortMonthDayYear(date).slice(0, 3) : null,
  };
}

function formatTick(value: number): string {
  return value >= 10_000 ? `${value / 1_000}k` : formatCount(value);
}
