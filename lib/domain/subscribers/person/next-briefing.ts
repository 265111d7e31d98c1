import { fromDatabaseDate, localDateAt } from "@/lib/calendar/days";
import {
  formatShortMonthDayYear,
  formatTimeIn,
  formatLongWeekdayMonthDay,
} from "@/lib/calendar/format";
import type { ChannelState, Person } from "@/lib/contracts/admin/person";
import { channels } from "@/lib/contracts/primitives";
import { nextBriefingMessages as messages } from "@/lib/messages/admin/person";
import type { CurrentSubscription } from "../../billing/status";
import type { Context } from "../../context";
import { isPausedOn, isServed, type Reader } from "../../delivery/subscriber/reader";
import { slotOf } from "../../delivery/schedule/slots";
import { teamReason } from "./describe";

/**
 * For each channel, whether the next briefing arrives on it, with checks in the same order as when sending.
 */
export async function listChannels(
  ctx: Pick<Context, "db">,
  reader: Reader,
  nextDate: string | null,
): Promise<ChannelState[]> {
  const suppressions = await ctx.db.suppression.findMany({
    where: {
      OR: [
        { channel: "email", address: reader.email.toLowerCase() },
        { channel: "sms", address: reader.phone ?? "" },
      ],
    },
  });
  return channels.map((channel) => {
    const address = channel === "email" ? reader.email : reader.phone;
    const isOn = channel === "email" ? reader.emailEnabled : reader.smsEnabled;
    const found = suppressions.find((each) => each.channel === channel);
    const suppression = found
      ? { reason: found.reason, source: found.source, since: found.createdAt.toISOString() }
      : null;
    const gets = nextDate !== null && isOn && address !== null && suppression === null;
    const explain = (): string => {
      if (address === null) return messages.noPhone;
      if (!isOn) return messages.off[channel];
      if (found) return messages.blocked(channel, teamReason(found.reason));
      return messages.arrives[channel](address);
    };
    return { channel, address, isOn, suppression, gets, explanation: explain() };
  });
}

/** What a subscriber gets next, and when, or why they get nothing. */
export function describeNext(
  ctx: Pick<Context, "clock">,
  reader: Reader,
  given: {
    subscription: CurrentSubscription | null;
    nextDate: string | null;
    states: readonly ChannelState[];
  },
): Person["next"] {
  const { nextDate: localDate, states } = given;
  const now = ctx.clock.now();
  const { pausedUntil } = reader;
  const isPaused = isPausedOn(reader, localDateAt(now, reader.timezone));
  const paused =
    isPaused && pausedUntil
      ? messages.why.paused(formatShortMonthDayYear(fromDatabaseDate(pausedUntil)))
      : null;
  if (localDate === null) {
    const explanation = whyNone(reader, given.subscription, now) ?? paused;
    return { localDate, title: messages.nothing, explanation };
  }
  const day = formatLongWeekdayMonthDay(localDate);
  if (!states.some(({ gets }) => gets)) {
    return { localDate, title: messages.unreachable(day), explanation: paused };
  }
  const { promisedAt } = slotOf(localDate, reader.timezone, "sms", 0);
  const time = formatTimeIn(promisedAt, reader.timezone);
  return { localDate, title: messages.next(day, time), explanation: paused };
}

function whyNone(
  reader: Reader,
  subscription: CurrentSubscription | null,
  now: Date,
): string | null {
  const { why } = messages;
  if (!subscription) return why.none;
  if (!reader.emailEnabled && !reader.smsEnabled) return why.bothOff;
  if (subscription.stoppedAt) return why.stopped;
  if (subscription.endReason === "chargeback") return why.disputed;
  if (subscription.status === "paused") return why.paddlePaused;
  return isServed(reader, now) && !subscription.cancelAt ? null : why.ended;
}
