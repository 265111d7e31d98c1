import { codeSchema, recoveryCodesSchema } from "@/lib/contracts/admin/security";
import { confirmOwnEnrollment } from "@/lib/domain/team/admin-account";
import { originOf } from "@/lib/http/auth/admin-browser";
import { ownCheckErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin",
  summary: "Turns two-factor login on with the first code, and ends the admin's other sessions",
  body: codeSchema,
  responses: { 200: recoveryCodesSchema },
  errors: [...ownCheckErrors, [409, "Two-factor login is on"]],
  handler: async ({ ctx, caller: session, body, ...browser }) => {
    const self = { session, origin: originOf(browser) };
    return { recoveryCodes: await confirmOwnEnrollment(ctx, self, body.code) };
  },
});
