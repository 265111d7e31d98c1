import { messageSchema } from "@/lib/contracts/responses/message";
import { resendSchema } from "@/lib/contracts/deliveries";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import { resendTodaysBriefing } from "@/lib/domain/delivery/subscriber/resend";
import { resendErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Resends today's briefing on one channel",
  body: resendSchema,
  responses: { 200: messageSchema },
  errors: [[401, "The account no longer exists"], ...resendErrors],
  handler: async ({ ctx, caller, body: { channel }, clientAddress }) => {
    const { subscriberId } = caller;
    await resendTodaysBriefing(ctx, { subscriberId, channel, clientAddress });
    return { message: deliveryHistoryMessages.resent[channel] };
  },
});
