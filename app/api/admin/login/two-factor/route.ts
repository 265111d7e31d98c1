import { enrollmentSchema } from "@/lib/contracts/admin/security";
import { startTwoFactor, unfinishedLogin } from "@/lib/http/auth/admin-login";
import { stepNotDue } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: unfinishedLogin,
  summary: "Generates a two-factor secret for an admin who has to set one up to log in",
  responses: { 200: enrollmentSchema },
  errors: [stepNotDue],
  handler: ({ ctx, caller }) => startTwoFactor(ctx, caller),
});
