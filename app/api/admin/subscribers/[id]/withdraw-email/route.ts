import { actionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { withdrawEmailChange } from "@/lib/domain/account/email-change/apply";
import { actorOf } from "@/lib/domain/auth/sessions";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:changeDetails",
  summary: "Withdraws a subscriber's new address that hasn't taken effect",
  params: idParamsSchema,
  body: actionSchema,
  responses: { 200: messageSchema },
  errors: [[409, "There's no such change"]],
  handler: async ({ ctx, params, body, caller }) => {
    await withdrawEmailChange(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done["withdraw-email"] };
  },
});
