import { turnOffTwoFactorSchema } from "@/lib/contracts/admin/security";
import { messageSchema } from "@/lib/contracts/responses/message";
import { adminSecurityMessages } from "@/lib/messages/admin-security";
import { turnOffTwoFactor } from "@/lib/domain/team/admin-account";
import { originOf } from "@/lib/http/auth/admin-browser";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin",
  summary: "Turns two-factor login off and ends the admin's other sessions",
  body: turnOffTwoFactorSchema,
  responses: { 200: messageSchema },
  errors: [
    ...ownCheckErrors,
    [409, "Two-factor login is off or required, or the password is too short without it"],
  ],
  handler: async ({ ctx, caller: session, body, ...browser }) => {
    await turnOffTwoFactor(ctx, { session, origin: originOf(browser) }, body);
    return { message: adminSecurityMessages.twoFactorTurnedOff };
  },
});
