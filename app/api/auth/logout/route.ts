import { accountSentences } from "@/lib/contracts/account";
import { route } from "@/lib/http/route/route";
import { signOutSubscriber } from "@/lib/http/auth/subscriber-login";

/** POST /api/auth/logout: ends the session on the server; 200 also when there is none. */
export const POST = route({
  access: "public",
  handler: async ({ ctx, cookies }) => {
    await signOutSubscriber(ctx, cookies);
    return { success: true, message: accountSentences.loggedOut };
  },
});
