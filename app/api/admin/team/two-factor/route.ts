import { requireTwoFactorSchema } from "@/lib/contracts/admin/team";
import { messageSchema } from "@/lib/contracts/responses/message";
import { teamMessages } from "@/lib/messages/admin/team";
import { requireOwnPassword } from "@/lib/domain/team/own-password";
import { requireTwoFactor } from "@/lib/domain/team/members";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const PUT = route({
  access: "admin:manage",
  isSessionOnly: true,
  summary:
    "Requires two-factor login of everyone, or stops requiring it; ends the sessions without it",
  body: requireTwoFactorSchema,
  responses: { 200: messageSchema },
  errors: [
    [409, "The server's configuration requires it, or the admin has no second factor"],
    ...ownCheckErrors,
  ],
  handler: async ({ ctx, caller, body }) => {
    if (!body.isRequired) await requireOwnPassword(ctx, caller, body.currentPassword ?? "");
    await requireTwoFactor(ctx, body.isRequired, caller);
    const { twoFactorRequired, twoFactorOptional } = teamMessages;
    return { message: body.isRequired ? twoFactorRequired : twoFactorOptional };
  },
});
