import type { TimelineEntry } from "@/lib/contracts/admin/person";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortWeekday, formatTimeHere, formatShortMonthDayYear } from "@/lib/calendar/format";
import { classNames } from "@/components/ui/class-names";

const dots: Record<TimelineEntry["tone"], string> = {
  good: "border-accent bg-accent",
  bad: "border-alarm bg-alarm",
  off: "border-ink-3 bg-paper",
  plain: "border-edge bg-edge",
};

export type TimelineProps = {
  /** For screen readers. */
  label: string;
  /** Newest first. */
  entries: readonly TimelineEntry[];
  byLabel: (name: string) => string;
};

/** What happened, by day in the browser's time zone. A line joins the entries of one day. */
export function TimelineList({ label, entries, byLabel }: TimelineProps) {
  const days = Map.groupBy(entries, ({ at }) => localDateAt(new Date(at)));
  return (
    <ol aria-label={label}>
      {[...days].map(([day, ofDay]) => (
        <li key={day} className="pt-5 first:pt-1">
          <p className="caps pb-1.5 text-ink-3">
            {formatShortWeekday(day)}, {formatShortMonthDayYear(day)}
          </p>
          <ol>
            {ofDay.map((entry, index) => (
              <Entry
                key={entry.id}
                entry={entry}
                byLabel={byLabel}
                isFirst={index === 0}
                isLast={index === ofDay.length - 1}
              />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

type EntryProps = {
  entry: TimelineEntry;
  byLabel: TimelineProps["byLabel"];
  isFirst: boolean;
  isLast: boolean;
};

function Entry({ entry, byLabel, isFirst, isLast }: EntryProps) {
  const { at, tone, title, detail, by } = entry;
  return (
    <li className="relative grid grid-cols-[4rem_minmax(0,1fr)] gap-x-7 py-1.75 text-label">
      <time dateTime={at} className="text-right text-small leading-5.5 text-ink-3 tabular-nums">
        {formatTimeHere(at)}
      </time>
      <span
        aria-hidden="true"
        className={classNames(
          "absolute left-[4.875rem] w-px bg-rule",
          isFirst ? "top-3.5" : "top-0",
          isLast ? "h-3.5" : "bottom-0",
          isFirst && isLast && "hidden",
        )}
      />
      <span
        aria-hidden="true"
        className={`state-mark absolute top-3.5 left-[calc(4.875rem_-_3px)] size-[7px] rounded-full border-[1.5px] ring-3 ring-paper ${dots[tone]}`}
      />
      <div className="min-w-0">
        <b className={classNames("font-medium", tone === "bad" && "text-alarm")}>{title}</b>
        {by && <span className="text-ink-3"> {byLabel(by)}</span>}
        {detail && <p className="text-small text-ink-2 wrap-anywhere">{detail}</p>}
      </div>
    </li>
  );
}
