import { adminLoginSchema, type AdminLoginView } from "@/lib/contracts/admin";
import { sentences } from "@/lib/contracts/sentences";
import { signInAdmin } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

/** POST /api/admin/login: opens an administrator's session. */
export const POST = route({
  access: "public",
  body: adminLoginSchema,
  handler: async ({ ctx, body, cookies, clientAddress }): Promise<AdminLoginView> => {
    await signInAdmin(ctx, body, { cookies, clientAddress });
    return { success: true, message: sentences.admin.loggedIn };
  },
});
