import { channelActionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { resendForPerson } from "@/lib/domain/subscribers/actions/actions";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions, resendErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:help",
  summary: "Resends today's briefing to a subscriber",
  params: idParamsSchema,
  body: channelActionSchema,
  responses: { 200: messageSchema },
  errors: [dayOfActions, [404, "No subscriber has this ID"], ...resendErrors],
  handler: async ({ ctx, params, body, caller, clientAddress }) => {
    await countActions(ctx, caller);
    await resendForPerson(ctx, params.id, { ...body, clientAddress, actor: actorOf(caller) });
    return { message: personMessages.done.resend };
  },
});
