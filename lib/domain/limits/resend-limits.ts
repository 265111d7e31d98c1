import { limits } from "@/lib/contracts/limits";
import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../context";
import { giveBackHit, takeHit } from "./rate-limit";
import { takeTextHits } from "./text-limits";

/** Who asks for today's briefing again, and where it would go. */
export type ResendRequest = {
  subscriberId: number;
  channel: Channel;
  /** E.164 for a text, an address for an email. */
  address: string;
  clientAddress: string;
};

function hitsOf({ subscriberId, channel }: ResendRequest) {
  return [
    { key: `resend:${channel}:${subscriberId}`, limit: limits.resendPerChannel },
    { key: `resend-day:${subscriberId}`, limit: limits.resendsPerDay },
  ];
}

/**
 * Counts one resend, per channel and per day. A text also counts as a text that a person triggers.
 *
 * @throws AppError 429 with `retryAfterS`
 */
export async function takeResendHits(ctx: Context, request: ResendRequest): Promise<void> {
  for (const { key, limit } of hitsOf(request)) await takeHit(ctx, key, limit);
  if (request.channel !== "sms") return;
  try {
    await takeTextHits(ctx, request.address, request.clientAddress);
  } catch (error) {
    await giveBackResendHits(ctx, request);
    throw error;
  }
}

/** Undoes `takeResendHits` when nothing was sent, so that the person can try again right away. */
export async function giveBackResendHits(ctx: Context, request: ResendRequest): Promise<void> {
  for (const { key, limit } of hitsOf(request)) await giveBackHit(ctx, key, limit);
}
