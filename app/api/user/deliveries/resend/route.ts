import { resendSchema } from "@/lib/contracts/deliveries";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import { resendTodaysBriefing } from "@/lib/domain/delivery/reader/resend";
import { route } from "@/lib/http/route/route";

/** POST /api/user/deliveries/resend: today's briefing once more, on one channel. */
export const POST = route({
  access: "subscriber",
  body: resendSchema,
  handler: async ({ ctx, caller, body: { channel }, clientAddress }) => {
    const { subscriberId } = caller;
    await resendTodaysBriefing(ctx, { subscriberId, channel, clientAddress });
    return { message: deliveryHistoryMessages.resent[channel] };
  },
});
