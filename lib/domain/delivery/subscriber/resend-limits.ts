import { limits } from "@/lib/contracts/limits";
import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../context";
import { enforceRateLimits, refundHits } from "../../limits/rate-limit";
import { enforceTextLimits } from "../../contact/texts/text-limits";

export type ResendRequest = {
  subscriberId: number;
  channel: Channel;
  /** Phone number (E.164) or email address. */
  address: string;
  clientAddress: string | null;
};

function hitsOf({ subscriberId, channel }: ResendRequest) {
  return [
    { key: `resend:${channel}:${subscriberId}`, limit: limits.resendPerChannel },
    { key: `resend-day:${subscriberId}`, limit: limits.resendsPerDay },
  ];
}

/**
 * Counts one resend per channel and per day. A text also counts toward the text limits.
 *
 * @throws AppError 429 with `retryAfterS`
 */
export async function enforceResendLimits(ctx: Context, request: ResendRequest): Promise<void> {
  await enforceRateLimits(ctx, hitsOf(request));
  if (request.channel !== "sms") return;
  try {
    await enforceTextLimits(ctx, { ...request, phoneNumber: request.address });
  } catch (error) {
    await refundResendHits(ctx, request);
    throw error;
  }
}

/** Undoes `enforceResendLimits` when nothing was sent, so that they can retry right away. */
export async function refundResendHits(ctx: Context, request: ResendRequest): Promise<void> {
  await refundHits(ctx, hitsOf(request));
}
