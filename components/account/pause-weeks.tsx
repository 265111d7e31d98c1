import { addDays, isWeekday } from "@/lib/calendar/days";
import { formatShortMonthDay, formatLongWeekday } from "@/lib/calendar/format";
import type { PauseDates } from "@/lib/contracts/account";

/** More weeks than this don't fit next to each other. */
const maxWeeks = 5;

/**
 * The weekdays of the weeks around a pause, filled where a briefing is sent. The words next to it say
 * the same; nothing is shown for a long pause.
 */
export function PauseWeeks({ from, until }: PauseDates) {
  const weeks: string[][] = [];
  for (let monday = mondayOf(from); weeks.length <= maxWeeks; monday = addDays(monday, 7)) {
    weeks.push([0, 1, 2, 3, 4].map((day) => addDays(monday, day)));
    if (monday > until) break;
  }
  if (weeks.length > maxWeeks) return null;
  return (
    <div aria-hidden="true" className="mt-5 flex gap-1">
      {weeks.map((days) => (
        <div key={days[0]} className="min-w-0 flex-1">
          <div className="flex gap-0.5">
            {days.map((day) => (
              <span
                key={day}
                className={`h-3.5 flex-1 border ${
                  from <= day && day <= until ? "border-edge" : "border-accent bg-accent"
                }`}
              />
            ))}
          </div>
          <span className="mt-1.5 block text-fine text-ink-3">
            {formatShortMonthDay(days[0] ?? from)}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The Monday of a date's week; of the next one, if it's a weekend. */
function mondayOf(date: string): string {
  let day = date;
  while (!isWeekday(day)) day = addDays(day, 1);
  while (formatLongWeekday(day) !== "Monday") day = addDays(day, -1);
  return day;
}
