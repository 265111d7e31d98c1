import { messageSchema } from "@/lib/contracts/responses/message";
import { cancellationSchema } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { cancelOwnSubscription } from "@/lib/domain/account/account-settings";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Cancels the subscription, now or at the end of the period",
  body: cancellationSchema,
  responses: { 200: messageSchema },
  errors: [
    [403, "The email or subscription is someone else's"],
    [404, "The subscriber has no subscription to cancel"],
    [503, "The payment provider is unavailable"],
  ],
  handler: async ({ ctx, caller, body }) => {
    await cancelOwnSubscription(ctx, caller.subscriberId, body);
    return { message: accountMessages.cancelled };
  },
});
