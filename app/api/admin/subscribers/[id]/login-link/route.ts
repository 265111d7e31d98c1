import { actionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { sendLoginLinkTo } from "@/lib/domain/subscribers/actions/actions";
import { limits } from "@/lib/contracts/limits";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions, tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:help",
  summary: "Emails a login link to a subscriber",
  params: idParamsSchema,
  body: actionSchema,
  responses: { 200: messageSchema },
  errors: [
    dayOfActions,
    [404, "Nobody has this ID"],
    [409, "Email to the address bounces"],
    tooMany(limits.loginLinkPerEmail, "for one address"),
    tooMany(limits.loginLinksPerEmailPerDay, "for one address"),
    tooMany(limits.loginLinksOfOthersPerDay, "for one address"),
    [503, "The email wasn't sent, or the provider can't tell", serviceUnavailableCode],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller);
    await sendLoginLinkTo(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done["login-link"] };
  },
});
