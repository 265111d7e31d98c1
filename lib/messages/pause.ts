/** The Pause section of the account. */
export const pauseScreen = {
  title: "Pause",
  intro: "Going away? Choose the days without a briefing. You’ll still be billed.",
  start: "Pause briefings",
  from: "First day off",
  until: "Last day off",
  today: "Today",
  dateInvalid: "Enter a date as MM/DD/YYYY.",
  dates: (from: string, until: string) =>
    from === until ? `Paused ${from}` : `Paused ${from} to ${until}`,
  now: (day: string) => `Your briefings are paused through ${day}.`,
  later: (from: string, until: string) =>
    from === until
      ? `Your briefings will be paused on ${from}.`
      : `Your briefings will be paused from ${from} through ${until}.`,
  skipped: (count: number) =>
    count === 0
      ? "There’s no briefing on these days."
      : `${count} ${count === 1 ? "briefing" : "briefings"} skipped.`,
  backOn: (day: string) => `You’re back on ${day}.`,
  billing: "You’ll still be billed; your plan doesn’t get longer.",
  save: "Save dates",
  keep: "Cancel",
  change: "Change dates",
  end: "End pause",
  saved: "Pause saved",
  ended: "Your pause has ended",
  failed: "Your pause wasn’t changed",
} as const;

/** Answers of the calls that pause briefings, and end it. */
export const pauseMessages = {
  order: "The last day must not be before the first.",
  over: "The last day must not be in the past.",
  tooLong: "A pause can be at most a year long.",
  notPaused: "Briefings aren’t paused.",
  saved: "Briefings are paused.",
  ended: "The pause has ended.",
} as const;
