import { approveEmailSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { approveEmailChange } from "@/lib/domain/account/email-change/apply";
import { requireOwnPassword } from "@/lib/domain/team/own-password";
import { actorOf } from "@/lib/domain/auth/sessions";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:manageData",
  isSessionOnly: true,
  summary: "Lets a subscriber's new address take effect without waiting, once it's confirmed",
  params: idParamsSchema,
  body: approveEmailSchema,
  responses: { 200: messageSchema },
  errors: [
    [409, "There's no such change, a different address was entered since, or someone else has it"],
    ...ownCheckErrors,
  ],
  handler: async ({ ctx, params, body: { currentPassword, ...approval }, caller }) => {
    await requireOwnPassword(ctx, caller, currentPassword);
    await approveEmailChange(ctx, params.id, { ...approval, actor: actorOf(caller) });
    return { message: personMessages.done["approve-email"] };
  },
});
