import { limits } from "@/lib/contracts/limits";
import { adminLoginSchema } from "@/lib/contracts/admin";
import { adminLoginProgressSchema } from "@/lib/contracts/admin/security";
import { tooMany } from "@/lib/http/route/reference";
import { logInAdmin } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "public",
  summary: "Logs an admin in and remembers the browser, or starts a login with further steps",
  body: adminLoginSchema,
  responses: { 200: adminLoginProgressSchema },
  errors: [
    [401, "The username or password is wrong, or the admin is disabled"],
    tooMany(limits.adminLoginFailuresPerAddress, "from one client address failed"),
    [429, "Too soon after the last failure under this username", "too_many_requests"],
  ],
  handler: ({ ctx, body, ...browser }) => logInAdmin(ctx, body, browser),
});
