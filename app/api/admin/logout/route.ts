import { adminMessages } from "@/lib/messages/admin";
import { logOutAdmin } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

/** POST /api/admin/logout: ends the session on the server; 200 also when there is none. */
export const POST = route({
  access: "public",
  handler: async ({ ctx, cookies }) => {
    await logOutAdmin(ctx, cookies);
    return { success: true, message: adminMessages.loggedOut };
  },
});
