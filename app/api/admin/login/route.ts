import { limits } from "@/lib/contracts/limits";
import { successSchema } from "@/lib/contracts/responses/message";
import { type AdminLoginView, adminLoginSchema } from "@/lib/contracts/admin";
import { adminMessages } from "@/lib/messages/admin";
import { tooMany } from "@/lib/http/route/reference";
import { logInAdmin } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "public",
  summary: "Logs an admin in and remembers the browser",
  body: adminLoginSchema,
  responses: { 200: successSchema },
  errors: [
    [401, "The username or password is wrong"],
    tooMany(limits.adminLoginFailuresPerAddress, "from one client address failed"),
    [429, "Too soon after the last failure under this username", "too_many_requests"],
  ],
  handler: async ({ ctx, body, cookies, clientAddress }): Promise<AdminLoginView> => {
    await logInAdmin(ctx, body, { cookies, clientAddress });
    return { success: true, message: adminMessages.loggedIn };
  },
});
