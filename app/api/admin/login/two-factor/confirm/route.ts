import { codeSchema, enrolledLoginSchema } from "@/lib/contracts/admin/security";
import { confirmTwoFactor, unfinishedLogin } from "@/lib/http/auth/admin-login";
import { codeErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: unfinishedLogin,
  summary: "Turns two-factor login on with the first code, and continues the login",
  body: codeSchema,
  responses: { 200: enrolledLoginSchema },
  errors: codeErrors,
  handler: ({ ctx, caller: login, body, ...browser }) =>
    confirmTwoFactor(ctx, login, body.code, browser),
});
