import { eraseActionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { requirePasswordInSession } from "@/lib/domain/team/own-password";
import { actorOf } from "@/lib/domain/auth/sessions";
import { erasePerson } from "@/lib/domain/subscribers/actions/actions";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions, ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:manageData",
  summary: "Ends a subscriber's billing and erases everything about them",
  params: idParamsSchema,
  body: eraseActionSchema,
  responses: { 200: messageSchema },
  errors: [
    dayOfActions,
    [400, "The typed address is a different one"],
    [404, "No subscriber has this ID"],
    [409, "A purchase came in between"],
    [503, "Paddle can't be reached"],
    ...ownCheckErrors,
  ],
  handler: async ({ ctx, params, body: { currentPassword, ...body }, caller }) => {
    await requirePasswordInSession(ctx, caller, currentPassword);
    await countActions(ctx, caller, { silences: true });
    await erasePerson(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.erase };
  },
});
