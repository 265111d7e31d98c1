import { changePasswordSchema } from "@/lib/contracts/admin/security";
import { messageSchema } from "@/lib/contracts/responses/message";
import { adminSecurityMessages } from "@/lib/messages/admin-security";
import { changeOwnPassword } from "@/lib/domain/team/admin-account";
import { originOf } from "@/lib/http/auth/admin-browser";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin",
  summary: "Changes the admin's password and ends their other sessions",
  body: changePasswordSchema,
  responses: { 200: messageSchema },
  errors: ownCheckErrors,
  handler: async ({ ctx, caller: session, body, ...browser }) => {
    await changeOwnPassword(ctx, { session, origin: originOf(browser) }, body);
    return { message: adminSecurityMessages.passwordChanged };
  },
});
