import { cancelActionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { cancelFor } from "@/lib/domain/subscribers/actions/actions";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:refund",
  summary: "Cancels a subscriber's subscription",
  params: idParamsSchema,
  body: cancelActionSchema,
  responses: { 200: messageSchema },
  errors: [
    dayOfActions,
    [404, "No subscriber has this ID, or they have no subscription"],
    [503, "Paddle can't be reached"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller, { silences: true });
    await cancelFor(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.cancel };
  },
});
