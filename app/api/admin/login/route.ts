import { type AdminLoginView, adminLoginSchema } from "@/lib/contracts/admin";
import { adminMessages } from "@/lib/messages/admin";
import { logInAdmin } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

/** POST /api/admin/login: opens an administrator's session. */
export const POST = route({
  access: "public",
  body: adminLoginSchema,
  handler: async ({ ctx, body, cookies, clientAddress }): Promise<AdminLoginView> => {
    await logInAdmin(ctx, body, { cookies, clientAddress });
    return { success: true, message: adminMessages.loggedIn };
  },
});
