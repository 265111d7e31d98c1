/**
 * Tells readers about days without a briefing.
 *
 * @param days at least one, such as `Thursday, November 26`
 * @param markets which are closed on all of them: `US`, `UK`, or `US and UK`
 */
export function noBriefing(days: readonly string[], markets: string | null, next: string): string {
  const [first = "", second] = days;
  const when =
    days.length > 2
      ? `from ${first} through ${days.at(-1)}`
      : `on ${first}${second === undefined ? "" : `, and ${second}`}`;
  const closed = markets === "US and UK" ? "markets" : `${markets} markets`;
  const reason = markets === null ? "" : `: ${closed} are closed`;
  return `No briefing ${when}${reason}. The next one comes on ${next}.`;
}

/** Days off, on the daily messages screen, in its calendar, and in the command line. */
export const daysOffMessages = {
  title: "Days off",
  explanation:
    "No briefing is sent on a day off, and it doesn’t count as missed. Readers are told at the end of the previous email. You can change a day until its first zone starts.",
  loading: "Loading the days off",
  holiday: (name: string, markets: string) => `${name} (${markets})`,
  dayOff: "Day off",
  mark: "Mark as day off",
  markDay: (day: string) => `Mark as day off: ${day}`,
  unmark: "Unmark",
  unmarkDay: (day: string) => `Unmark ${day}`,
  otherDay: "Mark any other day",
  otherDayField: "Day to mark",
  showHolidays: "Show more holidays",
  failed: "Couldn’t save the day off. Please try again.",
  marked: (day: string) => `No briefing on ${day}`,
  unmarked: (day: string) => `A briefing is sent on ${day}`,
  weekend: "Nothing is sent on weekends, so there’s no day to mark.",
  tooLate: (fullDate: string) =>
    `${fullDate} can’t be changed anymore, because its first zone has started.`,
  hasMessage: (fullDate: string) =>
    `${fullDate} has an active message. Deactivate it before you mark the day.`,
  isDayOff: (fullDate: string) =>
    `${fullDate} is a day off. Unmark the day first, or save the message as inactive.`,
} as const;
