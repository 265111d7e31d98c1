import { countOf, formatCount } from "../counts";

/** Texts for the screen Today. */
export const todayMessages = {
  title: "Today",
  loading: "Loading today's briefing",
  state: { sending: "Sending", between: "Waiting", ready: "Ready", notReady: "Not ready" },
  clock: (time: string, place: string) => `${time} in ${place}`,
  headings: {
    onTime: (zones: string, isMany: boolean) =>
      `${zones} ${isMany ? "are" : "is"} going out, on time.`,
    late: (zones: string, isMany: boolean) => `${zones} ${isMany ? "are" : "is"} going out late.`,
    between: (zones: string, isMany: boolean) => `${zones} ${isMany ? "are" : "is"} done.`,
    ready: (day: string) => `${day} is ready.`,
    notReady: (day: string) => `${day} isn't ready.`,
  },
  today: "Today",
  tomorrow: "Tomorrow",
  deck: {
    sent: (channel: string, percent: string, time: string) =>
      `${channel} is ${percent} sent and done by ${time}.`,
    stuck: (channel: string, percent: string) =>
      `${channel} is ${percent} sent and can't be done before the window closes.`,
    starts: (zone: string, channel: string, time: string) =>
      `${zone} ${channel} starts at ${time}.`,
    needYou: (count: number) => (count === 1 ? "1 thing needs you." : `${count} things need you.`),
  },
  channels: { email: "Email", sms: "Text" },
  inSentence: { email: "email", sms: "text" },
  table: {
    caption: "The briefing by zone and channel",
    zone: "Zone",
    channel: "Channel",
    progress: "Progress",
    toSend: "To send",
    accepted: "Accepted",
    delivered: "Delivered",
    pending: "Pending",
    excluded: "Excluded",
    failed: "Failed",
    missed: "Missed",
    starts: "Starts",
    doneBy: "Done by",
    allZones: "All zones",
    percent: (percent: string) => `${percent} sent`,
    windowAt: (from: string, to: string) => `from ${from} to ${to}`,
    sendingNow: "Sending now",
    localHour: (time: string, place: string) => `${time} in ${place}`,
    done: "done",
    onHold: "on hold",
    late: "late",
    never: "not in time",
    from: (time: string) => `from ${time}`,
    inMinutes: (minutes: number) => `in ${minutes} min`,
    inSeconds: "in seconds",
    toSpare: (minutes: number) => `${minutes} min to spare`,
    long: (minutes: number) => (minutes <= 1 ? "under 1 min" : `${minutes} min long`),
  },
  holds: {
    title: {
      both: "Nothing is sent now",
      email: "No email is sent now",
      sms: "No text is sent now",
    },
    restored:
      "The database was restored and may lack what was sent. We're asking the providers, and send as soon as we know.",
    unauthorized: {
      email: "Postmark rejects our key. We keep trying.",
      sms: "Twilio rejects our key. We keep trying.",
    },
    rejecting: {
      email: "Postmark refuses many emails for the same reason. We keep trying.",
      sms: "Twilio refuses many texts for the same reason. We keep trying.",
    },
    unavailable: {
      email: "Postmark doesn't answer. We keep trying.",
      sms: "Twilio doesn't answer. We keep trying.",
    },
    resume: "Send now",
    confirmTitle: "Send before we know what was sent?",
    steps: [
      "People can get the briefing twice, or after they said stop.",
      "Do it only if a provider can't be asked for hours.",
      "It's recorded in the audit log.",
    ],
    resumed: "Briefings are sent again.",
    notOnHold: "Briefings aren't on hold.",
  },
  updated: (time: string) => `Live, updated ${time}`,
  times: (place: string) => `Times are ${place}.`,
  accepted: "Accepted means the provider has it and hasn't confirmed delivery.",
  rates: (emails: string, segments: string) =>
    `At your current rates: ${emails} emails and ${segments} segments of texts a second.`,
  next: (day: string) => `Next: ${day}`,
  readyFor: (day: string) => `Ready for ${day}`,
  checksPassed: (passed: number, all: number) => `${passed} of ${all} checks passed`,
  checkStates: { passed: "Passed: ", ask: "Check: ", failed: "Fix: " },
  fix: "Fix",
  attention: {
    title: "Needs attention",
    none: "Nothing needs you",
    noneText: "If a check fails overnight, we'll email the operator.",
  },
  figures: {
    people: "Get the briefing",
    peopleNote: "on at least one channel",
    trials: "Free trials",
    trialsNote: (count: number) => `${count} end today`,
    delivered: (day: string) => `Delivered on ${day}`,
    deliveredNote: (delivered: string, toSend: string) => `${delivered} of ${toSend}`,
    deliveredNone: "nothing sent yet",
    mrr: "MRR",
    mrrNote: (month: string) => ` in ${month}`,
  },
  giveBack: {
    confirmTitle: (days: string) => `Give back ${days}?`,
    steps: (people: string) => [
      `Paddle charges ${people} later: one weekday for each missed morning. A free trial ends that much later.`,
      "Each of them gets one email that says so.",
      "It's recorded in the audit log. It can't be undone here.",
    ],
    done: (people: string) => `We're giving the days back to ${people}.`,
  },
  retryReports: {
    confirmTitle: "Try again?",
    steps: (reports: string) => [
      `We apply ${reports} again. Nobody gets an email or a text because of it.`,
      "Those that fail again come back to this list.",
      "It's recorded in the audit log.",
    ],
    done: (reports: string) => `We're applying ${reports} again.`,
  },
  /** Texts that the server puts into the answer. */
  checks: {
    message: "Message is active",
    messageDetail: (characters: number, segments: number) =>
      `${countOf(characters, "character")}, ${countOf(segments, "segment")}`,
    noMessage: (day: string) => `No message for ${day}`,
    post: (slug: string) => `Post /r/${slug} is scheduled`,
    noPost: "No post",
    noPostDetail: "The message goes out without a link.",
    content: (summary: string) => `Briefing: ${summary}`,
    worker: "The service is running",
    noWorker: "Nothing is running that could send",
    emailProvider: "Postmark accepts our email",
    noEmailProvider: "Postmark isn't accepting our email",
    smsProvider: "Twilio accepts our texts",
    noSmsProvider: "Twilio isn't accepting our texts",
    capacity: "Every zone finishes in time",
    noCapacity: (zones: string) => `${zones} can't be done in time`,
    database: "The database is complete",
    noDatabase: "The database was restored, so nothing is sent yet",
    backup: "There is a backup from the last 26 hours",
    backupDetail: (hours: number) =>
      hours < 1 ? "under an hour old" : `${countOf(hours, "hour")} old`,
    noBackup: "There is no good backup from the last 26 hours",
    noBackupDetail: "The briefing goes out anyway.",
  },
  items: {
    missedTitle: (people: number, mornings: string) =>
      `${countOf(people, "person", "people")} missed ${mornings}`,
    missedOne: (day: string) => `${day}'s briefing`,
    missedMany: (count: number) => `${count} mornings`,
    missedText: (reason: string) => `${reason}. They've paid for it.`,
    giveBack: (days: number) => `Give back ${countOf(days, "day")}`,
    givingTitle: (left: number) =>
      `${left === 1 ? "1 person is" : `${formatCount(left)} people are`} getting days back`,
    givingText: "We're changing their next charges at Paddle. This continues on its own.",
    eventsTitle: (count: number) => `${countOf(count, "delivery report")} couldn't be applied`,
    eventsText:
      "They say how far emails and texts got. If they fail again, contact your developer: they're kept with what's wrong.",
    retry: "Try again",
    seeAll: (count: number) => (count === 1 ? "See who" : `See all ${formatCount(count)}`),
    unfinishedTitle: (count: number) =>
      count === 1
        ? "1 person paid but never finished signing up"
        : `${formatCount(count)} people paid but never finished signing up`,
    unfinishedText: (day: string) => `Each got three reminders. The oldest paid on ${day}.`,
    chargebackTitle: (subscription: string) => `A payment of ${subscription} was disputed`,
    chargebackText:
      "Nothing more is sent for it, and Paddle is asked to cancel it. If the dispute is won, what was paid for is served again.",
    refundTitle: (subscription: string) => `${subscription} was refunded in full, but not canceled`,
    refundText:
      "They still get the briefing and will be charged again. Stop it now, or keep serving them.",
    seePerson: "See the person",
    unreachableTitle: (count: number) =>
      count === 1
        ? "1 paying subscriber can't be reached"
        : `${formatCount(count)} paying subscribers can't be reached`,
    unreachableText: "Their email and texts are off or bounce, for three briefings now.",
    problems: {
      no_worker: "Nothing is running that could send",
      tick_failing: "The service can't plan the briefing",
      not_planned: "A delivery window is open, but nothing is planned",
      unsent: "Some of the briefing is late",
      no_message: "A delivery window closed without a message",
      not_ready: "The next briefing isn't ready",
      over_capacity: "Some zones can't be done in time",
      provider_unauthorized: "A provider rejects our key",
      provider_rejecting: "A provider refuses many messages",
      provider_unavailable: "A provider doesn't respond",
      reports_waiting: "Delivery reports aren't being applied",
      database_restored: "The database was restored, so nothing is sent yet",
    },
    backupTitle: "There is no backup from the last 26 hours",
    backupNever: "We don't know of any good backup of the database.",
    backupText: (day: string) => `The last good one was finished on ${day}.`,
    seeStatus: "See status",
    writeMessage: "Write it",
    seeDeliveries: "See deliveries",
  },
} as const;
