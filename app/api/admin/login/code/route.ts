import { adminLoginProgressSchema, codeSchema } from "@/lib/contracts/admin/security";
import { continueWithCode, unfinishedLogin } from "@/lib/http/auth/admin-login";
import { codeErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: unfinishedLogin,
  summary: "Continues an admin's login with a code from their app, or a recovery code",
  body: codeSchema,
  responses: { 200: adminLoginProgressSchema },
  errors: codeErrors,
  handler: ({ ctx, caller: login, body, ...browser }) =>
    continueWithCode(ctx, login, body.code, browser),
});
