import { countOf, formatCount } from "../counts";

const people = (count: number) => countOf(count, "person", "people");
const messages = (count: string, channel: "email" | "sms") =>
  `${count} ${channel === "email" ? "email" : "text"}${count === "1" ? "" : "s"}`;
const providers: Readonly<Record<string, string>> = { postmark: "Postmark", twilio: "Twilio" };

/** `Eastern` and `Mon, Nov 30`: where and when a problem is. */
type Place = { zone: string; day: string; channel: "email" | "sms" };

/** What needs attention, in words: who, where, how many, since when, and what to press. */
export const attentionMessages = {
  missedTitle: (count: number, zones: string, days: string) =>
    `${people(count)}${zones && ` in ${zones}`} missed ${days}`,
  missedOne: (day: string) => `the briefing on ${day}`,
  missedMany: (count: number, first: string) => `${count} days since ${first}`,
  missedText: (reason: string) => `${reason}. They’ve paid for it.`,
  giveBack: (days: number) => (days === 1 ? "Give back the day" : `Give back ${days} days`),
  nothingTitle: (zones: string, day: string, count: number) =>
    `${zones} got no briefing on ${day}: ${people(count)}`,
  nothingText: {
    active: "Its message was activated after their windows had closed at 10:00.",
    unapproved: "Its message wasn’t approved by 10:00 there.",
    inactive: "Its message was inactive until 10:00 there.",
    none: "There was no message by 10:00 there.",
  },
  givingTitle: (left: number) =>
    `${left === 1 ? "1 person is" : `${formatCount(left)} people are`} getting days back`,
  givingText: "We’re changing their next charges at Paddle. This continues on its own.",
  eventsTitle: (count: number) => `${countOf(count, "delivery report")} couldn’t be applied`,
  eventsText: (day: string) =>
    `They say which emails and texts arrived. The oldest came on ${day}. If they fail again, contact your developer: each is stored with its error.`,
  retry: "Try again",
  seeAll: (count: number) => (count === 1 ? "See who" : `See all ${formatCount(count)}`),
  unfinishedTitle: (count: number) =>
    count === 1
      ? "1 person paid but never finished signing up"
      : `${formatCount(count)} people paid but never finished signing up`,
  unfinishedText: (day: string) => `Each got three reminders. The oldest paid on ${day}.`,
  chargebackTitle: (who: string) => `A payment by ${who} was disputed`,
  chargebackText: (day: string) =>
    `That was on ${day}. Briefings for it have stopped, and we’re asking Paddle to cancel. If Paddle wins the dispute, they get what they paid for.`,
  refundTitle: (who: string) => `${who} was refunded in full, but not canceled`,
  refundText: (day: string) =>
    `That was on ${day}. They still get the briefing and will be charged again. Stop it now, or keep serving them.`,
  seePerson: "See the person",
  replyTitle: (text: string) => `A reply for you to read: “${text}”`,
  replyText: (who: string, day: string) =>
    `${who} sent it on ${day}. We’ve told them how to stop texts and how to cancel. If they want either, do it for them.`,
  replyOfUnknown: (phone: string, day: string) =>
    `It came on ${day} from ${phone}, which isn’t a subscriber’s number.`,
  paymentDay: (day: string, text: string) => `${text} It came on ${day}.`,
  unreachableTitle: (count: number) =>
    count === 1
      ? "1 paying subscriber can’t be reached"
      : `${formatCount(count)} paying subscribers can’t be reached`,
  unreachableText: (day: string) =>
    `Their email and texts have been off or bouncing for three briefings, for the first of them since ${day}.`,
  problems: {
    no_worker: "Nothing is running that could send",
    tick_failing: "The service can’t plan the briefing",
    not_planned: "A delivery window is open, but nothing is planned",
    unsent: "Some of the briefing is late",
    undelivered: "Many messages didn’t arrive",
    no_message: "A delivery window closed without a message",
    not_ready: "The next briefing isn’t ready",
    over_capacity: "Some zones can’t finish in time",
    provider_unauthorized: "A provider rejects our key",
    provider_rejecting: "A provider refuses many messages",
    provider_unavailable: "A provider doesn’t respond",
    reports_waiting: "Delivery reports aren’t being applied",
    database_restored: "The database was restored, so nothing is sent yet",
  },
  /** One sentence about each problem. */
  details: {
    no_worker: "No worker has reported for 15 seconds. Restart the service.",
    tick_failing:
      "Workers are running, but none has planned or closed a delivery window for a minute. Restart the service, and contact your developer if that doesn’t help.",
    not_planned: ({ zone, day, channel }: Place) =>
      `${zone} ${channel === "email" ? "emails" : "texts"} for ${day} should be going out.`,
    unsent: ({ zone, day, channel }: Place, count: number) =>
      `${messages(formatCount(count), channel)} in ${zone} for ${day} should have been sent by now.`,
    undelivered: ({ zone, day, channel }: Place, count: number, of: number) =>
      `${formatCount(count)} of ${messages(formatCount(of), channel)} in ${zone} weren’t delivered on ${day}.`,
    noMessage: (day: string) => `${day} has no active message.`,
    notApproved: (day: string) => `The message for ${day} isn’t approved.`,
    over_capacity: ({ zone, day, channel }: Place, minutes: number) =>
      `${channel === "email" ? "Emails" : "Texts"} for ${zone} on ${day} need ${countOf(minutes, "minute")}.`,
    provider_unauthorized: (provider: string) =>
      `${providers[provider] ?? provider} rejects our API key. Configure a valid one; we’ll keep trying.`,
    provider_rejecting: (provider: string) =>
      `${providers[provider] ?? provider} refuses many messages for the same reason. We’ll keep trying.`,
    provider_unavailable: (provider: string) =>
      `${providers[provider] ?? provider} doesn’t answer. We’ll keep trying.`,
    reports_waiting: (time: string) => `They’ve been waiting since ${time}.`,
    database_restored:
      "It may not have everything that was sent. We’re asking the providers, and will send as soon as we know.",
  },
  backupTitle: "There is no backup from the last 26 hours",
  backupNever: "We don’t know of any good backup of the database.",
  backupText: (day: string) => `The last good one finished on ${day}.`,
  seeStatus: "See status",
  writeMessage: "Write it",
  seeMessage: "Open the message",
  seeDeliveries: "See deliveries",
} as const;
