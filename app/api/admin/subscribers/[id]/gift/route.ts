import { giftSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { giveBriefing } from "@/lib/domain/subscribers/actions/gift";
import { dayOfActions } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:refund",
  summary: "Gives somebody the briefing for nothing until a date",
  params: idParamsSchema,
  body: giftSchema,
  responses: { 200: messageSchema },
  errors: [
    dayOfActions,
    [400, "The date is over, or more than two years away"],
    [404, "Nobody has this ID"],
    [409, "They have a subscription that is running"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller);
    await giveBriefing(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.gift };
  },
});
