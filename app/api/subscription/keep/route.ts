import { messageSchema } from "@/lib/contracts/responses/message";
import { subscriptionScreen } from "@/lib/messages/account";
import { keepOwnSubscription } from "@/lib/domain/billing/keep";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Withdraws a scheduled cancellation, so that the subscription continues and is charged",
  responses: { 200: messageSchema },
  errors: [
    [404, "The subscriber has no subscription"],
    [409, "The subscription has ended, or the briefings were stopped"],
    [503, "The payment provider is unavailable"],
  ],
  handler: async ({ ctx, caller }) => {
    await keepOwnSubscription(ctx, caller.subscriberId);
    return { message: subscriptionScreen.kept };
  },
});
