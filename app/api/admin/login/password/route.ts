import { adminLoginProgressSchema, newPasswordSchema } from "@/lib/contracts/admin/security";
import { continueWithPassword, unfinishedLogin } from "@/lib/http/auth/admin-login";
import { stepNotDue } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: unfinishedLogin,
  summary: "Replaces an admin's generated password, and continues the login",
  body: newPasswordSchema,
  responses: { 200: adminLoginProgressSchema },
  errors: [stepNotDue],
  handler: ({ ctx, caller: login, body, ...browser }) =>
    continueWithPassword(ctx, login, body.password, browser),
});
