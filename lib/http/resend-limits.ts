import type { Channel } from "@/lib/contracts/channels";
import { limits } from "@/lib/contracts/limits";
import type { Context } from "@/lib/domain/context";
import type { ResendLimits } from "@/lib/domain/delivery/resend";
import { giveBackHit, takeHit } from "./rate-limit";
import { takeTextHits } from "./text-limits";

/**
 * How often one person may have today's briefing sent again: now and then on each channel, a few
 * times a day in all. A text counts among the texts that a person can cause, too.
 */
export function resendLimits(
  ctx: Context,
  who: { subscriberId: number; channel: Channel; clientAddress: string },
): ResendLimits {
  const counted = [
    { key: `resend:${who.channel}:${who.subscriberId}`, limit: limits.resendPerChannel },
    { key: `resend-day:${who.subscriberId}`, limit: limits.resendsPerDay },
  ];
  const giveBack = async () => {
    for (const { key, limit } of counted) await giveBackHit(ctx, key, limit);
  };
  return {
    giveBack,
    async take(phone) {
      for (const { key, limit } of counted) await takeHit(ctx, key, limit);
      if (phone === null) return;
      try {
        await takeTextHits(ctx, phone, who.clientAddress);
      } catch (error) {
        await giveBack();
        throw error;
      }
    },
  };
}
