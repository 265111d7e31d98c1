import { extendTrialSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { extendTrial } from "@/lib/domain/subscribers/actions/money";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:refund",
  summary: "Moves the end of a subscriber's trial, and the first charge with it",
  params: idParamsSchema,
  body: extendTrialSchema,
  responses: { 200: messageSchema },
  errors: [
    dayOfActions,
    [404, "Nobody has this ID"],
    [409, "They have no trial that Paddle bills, or it was extended by 60 days in total"],
    [503, "Paddle can't be reached"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller);
    await extendTrial(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done["extend-trial"] };
  },
});
