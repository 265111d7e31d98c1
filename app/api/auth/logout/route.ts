import { successSchema } from "@/lib/contracts/responses/message";
import { loginMessages } from "@/lib/messages/account";
import { route } from "@/lib/http/route/route";
import { logOut } from "@/lib/http/auth/session";

export const POST = route({
  access: "public",
  summary: "Ends the session, if there is one",
  responses: { 200: successSchema },
  handler: async ({ ctx, cookies }) => {
    await logOut(ctx, cookies, "subscriber");
    return { success: true, message: loginMessages.loggedOut };
  },
});
