import { currentPasswordSchema, recoveryCodesSchema } from "@/lib/contracts/admin/security";
import { renewRecoveryCodes } from "@/lib/domain/team/admin-account";
import { originOf } from "@/lib/http/auth/admin-browser";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin",
  summary: "Replaces the admin's recovery codes and ends their other sessions",
  body: currentPasswordSchema,
  responses: { 200: recoveryCodesSchema },
  errors: [...ownCheckErrors, [409, "Two-factor login is off"]],
  handler: async ({ ctx, caller: session, body, ...browser }) => {
    const self = { session, origin: originOf(browser) };
    return { recoveryCodes: await renewRecoveryCodes(ctx, self, body.currentPassword) };
  },
});
