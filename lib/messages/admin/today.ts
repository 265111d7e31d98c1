import { countOf, formatCount } from "../counts";
import { deliveriesMessages } from "./deliveries";

/** Texts for the screen Today. */
export const todayMessages = {
  title: "Today",
  loading: "Loading today’s briefing",
  state: {
    sending: "Sending",
    between: "Waiting",
    ready: "Ready",
    notReady: "Not ready",
    alarm: "Not sent",
  },
  clock: (time: string, place: string) => `${time} in ${place}`,
  headings: {
    ready: (day: string) => `${day} is ready.`,
    notReady: (day: string) => `${day} isn’t ready.`,
  },
  today: "Today",
  tomorrow: "Tomorrow",
  deck: {
    sent: (what: string, percent: string, time: string) =>
      `${what} is ${percent} sent and done by ${time}.`,
    stuck: (what: string, percent: string) =>
      `${what} is ${percent} sent and can’t finish before the window closes.`,
    starts: (zone: string, channel: string, time: string) =>
      `${zone} ${channel} starts at ${time}.`,
    waiting: (zones: string, isMany: boolean) =>
      `${zones} ${isMany ? "wait" : "waits"} for it, until 10:00 there.`,
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
    ...deliveriesMessages.outcomes,
    starts: "Starts",
    doneBy: "Done by",
    allZones: "All zones",
    percent: (percent: string) => `${percent} sent`,
    windowAt: (from: string, to: string) => `from ${from} to ${to}`,
    localHour: (time: string, place: string) => `${time} in ${place}`,
    onHold: "on hold",
    late: "late",
    never: "not in time",
    waiting: "waits for a message",
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
      "The database was restored and may not have everything that was sent. We’re asking the providers, and will send as soon as we know.",
    unauthorized: {
      email: "Postmark rejects our key. We’ll keep trying.",
      sms: "Twilio rejects our key. We’ll keep trying.",
    },
    rejecting: {
      email: "Postmark refuses many emails for the same reason. We’ll keep trying.",
      sms: "Twilio refuses many texts for the same reason. We’ll keep trying.",
    },
    unavailable: {
      email: "Postmark doesn’t answer. We’ll keep trying.",
      sms: "Twilio doesn’t answer. We’ll keep trying.",
    },
    resume: "Send now",
    confirmTitle: "Send before we know what was sent?",
    steps: [
      "People may get the briefing twice, or after opting out.",
      "Do it only if a provider can’t be reached for hours.",
      "It’s recorded in the audit log.",
    ],
    resumed: "Sending has resumed.",
    notOnHold: "Briefings aren’t on hold.",
  },
  updated: (time: string) => `Live, updated ${time}`,
  accepted: "Unconfirmed means the provider has it and hasn’t confirmed delivery.",
  rates: (emails: string, segments: string) =>
    `At your current rates: ${emails} emails and ${segments} text segments a second.`,
  next: (day: string) => `Next: ${day}`,
  checksFor: (day: string) => `Checks for ${day}`,
  checksPassed: (passed: number, all: number) => `${passed} of ${all} checks passed`,
  checkStates: { passed: "Passed: ", ask: "Check: ", failed: "Fix: " },
  fix: "Fix",
  attention: {
    title: "Needs attention",
    none: "Nothing needs you",
    noneText: "If a check fails overnight, we’ll email the operator.",
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
      `Paddle charges ${people} later: one weekday for each missed day. A free trial ends that much later.`,
      "Each of them gets one email about it.",
      "It’s recorded in the audit log. It can’t be undone here.",
    ],
    done: (people: string) => `We’re giving the days back to ${people}.`,
  },
  dismiss: {
    label: "Dismiss",
    confirmTitle: "Dismiss this?",
    steps: (people: string) => [
      `Nothing is given back to ${people}, and nobody is told.`,
      "Health stops reporting it. It’s recorded in the audit log, and can’t be undone.",
    ],
    done: "Dismissed.",
  },
  retryReports: {
    confirmTitle: "Try again?",
    steps: (reports: string) => [
      `We apply ${reports} again. Nobody gets an email or a text because of it.`,
      "Any that fail again return to this list.",
      "It’s recorded in the audit log.",
    ],
    done: (reports: string) => `We’re applying ${reports} again.`,
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
    noEmailProvider: "Postmark isn’t accepting our email",
    smsProvider: "Twilio accepts our texts",
    noSmsProvider: "Twilio isn’t accepting our texts",
    capacity: "Every zone finishes in time",
    noCapacity: (zones: string) => `${zones} can’t finish in time`,
    database: "The database is complete",
    noDatabase: "The database was restored, so nothing is sent yet",
    backup: "There is a backup from the last 26 hours",
    backupDetail: (hours: number) =>
      hours < 1 ? "under an hour old" : `${countOf(hours, "hour")} old`,
    noBackup: "There is no good backup from the last 26 hours",
    noBackupDetail: "The briefing goes out anyway.",
  },
  seen: {
    label: "Seen, hide until it grows",
    done: "Hidden until it grows.",
    title: (count: number) => (count === 1 ? "1 was seen" : `${formatCount(count)} were seen`),
    by: (name: string, at: string) => `Seen by ${name} on ${at}. Shown again when it grows.`,
    gone: "That’s no longer on the list.",
  },
} as const;
