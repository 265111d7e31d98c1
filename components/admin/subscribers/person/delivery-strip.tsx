import { Fragment } from "react";
import { classNames } from "@/components/ui/class-names";
import { stripOutcomes, type StripDay } from "@/lib/contracts/admin/person";
import { formatShortMonthDayYear, formatShortMonthDay } from "@/lib/calendar/format";
import { channels } from "@/lib/contracts/primitives";
import { channelLabels } from "@/lib/messages/admin/subscribers";
import { personScreen as messages } from "@/lib/messages/admin/person-screen";

type Outcome = (typeof stripOutcomes)[number];

const cells: Record<Outcome, string> = {
  delivered: "bg-accent",
  failed:
    "bg-[linear-gradient(to_top_right,var(--color-alarm)_44%,var(--color-paper)_44%_56%,var(--color-alarm)_56%)]",
  not_sent: "border border-edge",
  waiting:
    "bg-rule forced-colors:border forced-colors:border-dashed forced-colors:border-[GrayText]",
  day_off:
    "bg-[linear-gradient(var(--color-ink-3),var(--color-ink-3))] bg-[length:100%_1px] bg-center bg-no-repeat",
};

const months = (days: readonly StripDay[]) =>
  days.flatMap(({ localDate }, index) => {
    const week = Math.floor(index / 5);
    const isFirstWeek = index % 5 === 0 && Number(localDate.slice(8)) <= 7;
    return isFirstWeek ? [{ week, name: formatShortMonthDay(localDate).slice(0, 3) }] : [];
  });

/** The last 13 weeks: weeks across, Monday to Friday down, one grid per channel. */
export function DeliveryStrip({ days }: { days: readonly StripDay[] }) {
  return (
    <>
      <div className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-center gap-x-2 gap-y-3 text-fine leading-4 text-ink-3">
        <span />
        <div aria-hidden="true" className="grid h-4 grid-cols-13 gap-[3px]">
          {months(days).map(({ week, name }) => (
            <span
              key={week}
              style={{ gridColumn: week + 1, gridRow: 1 }}
              className="whitespace-nowrap"
            >
              {name}
            </span>
          ))}
        </div>
        {channels.map((channel) => (
          <Fragment key={channel}>
            <span>
              <span aria-hidden="true">{channelLabels[channel]}</span>
              <span className="sr-only">
                {messages.strip(channelLabels[channel], summaryOf(days, channel))}
              </span>
            </span>
            <div
              aria-hidden="true"
              className="state-mark grid auto-cols-fr grid-flow-col grid-cols-13 grid-rows-[repeat(5,.8125rem)] gap-[3px]"
            >
              {days.map((day, index) => {
                const outcome = day[channel];
                const title = messages.stripDay(
                  formatShortMonthDayYear(day.localDate),
                  outcome ? messages.outcomes[outcome] : messages.noDeliveries,
                );
                return (
                  <i
                    key={day.localDate}
                    title={outcome ? title : undefined}
                    className={classNames(
                      "rounded-[1px]",
                      outcome && cells[outcome],
                      index === days.length - 1 && "outline-[1.5px] outline-offset-1 outline-ink",
                    )}
                  />
                );
              })}
            </div>
          </Fragment>
        ))}
      </div>
      <p className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1 text-fine text-ink-2 tabular-nums">
        {stripOutcomes
          .map((outcome) => ({ outcome, count: countOf(days, outcome) }))
          .filter(({ count }) => count > 0)
          .map(({ outcome, count }) => (
            <span key={outcome} className="inline-flex items-center gap-1.75">
              <i
                aria-hidden="true"
                className={`state-mark size-3 rounded-[1px] ${cells[outcome]}`}
              />
              {textOf(outcome, count)}
            </span>
          ))}
      </p>
    </>
  );
}

const textOf = (outcome: Outcome, count: number) =>
  outcome === "day_off" ? messages.daysOff(count) : `${count} ${messages.outcomes[outcome]}`;

/** Messages, or days without any. */
function countOf(days: readonly StripDay[], outcome: Outcome): number {
  if (outcome === "day_off") return days.filter((day) => day.email === outcome).length;
  return channels.reduce(
    (sum, channel) => sum + days.filter((day) => day[channel] === outcome).length,
    0,
  );
}

function summaryOf(days: readonly StripDay[], channel: (typeof channels)[number]): string {
  const parts = stripOutcomes.flatMap((outcome) => {
    const count = days.filter((day) => day[channel] === outcome).length;
    return count > 0 ? [textOf(outcome, count)] : [];
  });
  return parts.join(", ") || messages.noDeliveries;
}
