import { actionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { sendCardLink } from "@/lib/domain/subscribers/actions/money";
import { dayOfActions } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:help",
  summary: "Emails a link to change the card of a past-due subscription",
  params: idParamsSchema,
  body: actionSchema,
  responses: { 200: messageSchema },
  errors: [dayOfActions, [404, "Nobody has this ID"], [409, "None of their payments is overdue"]],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller);
    await sendCardLink(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done["card-link"] };
  },
});
