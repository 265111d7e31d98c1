import { successSchema } from "@/lib/contracts/responses/message";
import { loginMessages } from "@/lib/messages/account";
import { route } from "@/lib/http/route/route";
import { logOutSubscriber } from "@/lib/http/auth/subscriber-login";

export const POST = route({
  access: "public",
  summary: "Ends the session, if there is one",
  responses: { 200: successSchema },
  handler: async ({ ctx, cookies }) => {
    await logOutSubscriber(ctx, cookies);
    return { success: true, message: loginMessages.loggedOut };
  },
});
