import { phoneActionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { startPhoneChangeOf } from "@/lib/domain/subscribers/actions/actions";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions, textErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:changeDetails",
  summary: "Texts a code to a subscriber's new number, which they enter in their account",
  params: idParamsSchema,
  body: phoneActionSchema,
  responses: { 200: messageSchema },
  errors: [dayOfActions, [404, "No subscriber has this ID"], ...textErrors],
  handler: async ({ ctx, params, body, caller, clientAddress }) => {
    await countActions(ctx, caller);
    await startPhoneChangeOf(ctx, params.id, { ...body, clientAddress, actor: actorOf(caller) });
    return { message: personMessages.done.phone };
  },
});
