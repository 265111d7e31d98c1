import { loginMessages } from "@/lib/messages/account";
import { route } from "@/lib/http/route/route";
import { logOutSubscriber } from "@/lib/http/auth/subscriber-login";

/** POST /api/auth/logout: ends the session on the server; 200 also when there is none. */
export const POST = route({
  access: "public",
  handler: async ({ ctx, cookies }) => {
    await logOutSubscriber(ctx, cookies);
    return { success: true, message: loginMessages.loggedOut };
  },
});
