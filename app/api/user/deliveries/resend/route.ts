import { deliveryHistorySentences, resendSchema } from "@/lib/contracts/deliveries";
import { resendTodaysBriefing } from "@/lib/domain/delivery/resend";
import { resendLimits } from "@/lib/http/resend-limits";
import { route } from "@/lib/http/route";

/** POST /api/user/deliveries/resend: today's briefing once more, on one channel. */
export const POST = route({
  access: "subscriber",
  body: resendSchema,
  handler: async ({ ctx, caller, body: { channel }, clientAddress }) => {
    const { subscriberId } = caller;
    const limits = resendLimits(ctx, { subscriberId, channel, clientAddress });
    await resendTodaysBriefing(ctx, { subscriberId, channel, limits });
    return { message: deliveryHistorySentences.resent[channel] };
  },
});
