import { cancellationSchema } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { cancelOwnSubscription } from "@/lib/domain/account/own-account";
import { route } from "@/lib/http/route/route";

/** POST /api/subscription/cancel: ends one's own subscription, at once or when the period does. */
export const POST = route({
  access: "subscriber",
  body: cancellationSchema,
  handler: async ({ ctx, caller, body }) => {
    await cancelOwnSubscription(ctx, caller.subscriberId, body);
    return { message: accountMessages.cancelled };
  },
});
