import type { Channel } from "@/lib/contracts/primitives";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import { describeReason } from "./describe-delivery";

/** What decides whether a reader can get today's briefing again on one channel. */
export type ResendConditions = {
  /** State of today's ledger row; null if there is none. */
  state: string | null;
  /** Today's text to the same number is pending on another account. */
  isNumberPending: boolean;
  isEntitled: boolean;
  isChannelOn: boolean;
  /** Reason code if the address is suppressed, else null. */
  suppression: string | null;
  /** Before 8:00 in the reader's time zone. */
  isEarly: boolean;
};

/**
 * Why today's briefing can't be resent, as a message to the reader; null if it can. A pending
 * briefing is never resent, because the reader would get it twice.
 */
export function findResendRefusal(channel: Channel, conditions: ResendConditions): string | null {
  const { state, isNumberPending, isEntitled, isChannelOn, suppression, isEarly } = conditions;
  const messages = deliveryHistoryMessages;
  if (state === null) return messages.nothingToResend;
  if (state === "pending" || isNumberPending) return messages.stillPending;
  if (!isEntitled) return messages.notEntitled;
  if (!isChannelOn) return messages.channelOff[channel];
  if (suppression !== null) return messages.unreachable(describeReason(suppression));
  return channel === "sms" && isEarly ? messages.tooEarly : null;
}
