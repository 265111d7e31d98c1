import { timezoneActionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { changeTimezoneOf } from "@/lib/domain/subscribers/actions/actions";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:changeDetails",
  summary: "Changes a subscriber's time zone",
  params: idParamsSchema,
  body: timezoneActionSchema,
  responses: { 200: messageSchema },
  errors: [dayOfActions, [404, "Nobody has this ID"]],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller);
    await changeTimezoneOf(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.timezone };
  },
});
