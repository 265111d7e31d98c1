import { channelActionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { suppressPerson } from "@/lib/domain/subscribers/actions/suppression";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:help",
  summary: "Suppresses a subscriber's email address or number",
  params: idParamsSchema,
  body: channelActionSchema,
  responses: { 200: messageSchema },
  errors: [dayOfActions, [404, "Nobody has this ID"], [409, "They have no number"]],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller, { silences: true });
    await suppressPerson(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.suppress };
  },
});
