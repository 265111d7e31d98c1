import { limits } from "@/lib/contracts/limits";
import { messageSchema } from "@/lib/contracts/responses/message";
import { resendSchema } from "@/lib/contracts/deliveries";
import { deliveryHistoryMessages } from "@/lib/messages/deliveries";
import { resendTodaysBriefing } from "@/lib/domain/delivery/subscriber/resend";
import { tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Resends today's briefing on one channel",
  body: resendSchema,
  responses: { 200: messageSchema },
  errors: [
    [401, "The account no longer exists"],
    [409, "There is nothing to resend, or the address or number can't be reached"],
    tooMany(limits.resendPerChannel, "on one channel"),
    tooMany(limits.resendsPerDay, "by one subscriber"),
    tooMany(limits.textPerNumber, "for one number"),
    tooMany(limits.textsPerNumberPerDay, "for one number"),
    tooMany(limits.textsPerAddressPerDay, "from one client address"),
    [503, "The provider is unavailable, or the outcome is unknown"],
  ],
  handler: async ({ ctx, caller, body: { channel }, clientAddress }) => {
    const { subscriberId } = caller;
    await resendTodaysBriefing(ctx, { subscriberId, channel, clientAddress });
    return { message: deliveryHistoryMessages.resent[channel] };
  },
});
