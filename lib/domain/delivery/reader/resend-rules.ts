import type { Channel } from "@/lib/contracts/primitives";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import { describeReason } from "./describe-delivery";

/** How a reader stands, on one channel, who asks for today's briefing again. */
export type ResendStanding = {
  /** The state of today's ledger row; null when today has none. */
  state: string | null;
  /** Another account with the same number has today's text still on its way. */
  isNumberWaiting: boolean;
  isEntitled: boolean;
  isChannelOn: boolean;
  /** Why the address must not be written to; null when it may. */
  suppression: string | null;
  /** Before 8:00 where the reader lives. */
  isEarly: boolean;
};

/**
 * Why today's briefing is not sent again, in the reader's words; null when it may be. Never while
 * the ordinary one is on its way: that would be a second one that nobody asked for.
 */
export function findResendRefusal(channel: Channel, standing: ResendStanding): string | null {
  const messages = deliveryHistoryMessages;
  if (standing.state === null) return messages.nothingToResend;
  if (standing.state === "pending" || standing.isNumberWaiting) return messages.stillPending;
  if (!standing.isEntitled) return messages.notEntitled;
  if (!standing.isChannelOn) return messages.channelOff[channel];
  if (standing.suppression !== null)
    return messages.unreachable(describeReason(standing.suppression));
  return channel === "sms" && standing.isEarly ? messages.tooEarly : null;
}
