import { successSchema } from "@/lib/contracts/responses/message";
import { adminMessages } from "@/lib/messages/admin";
import { logOutAdmin } from "@/lib/http/auth/admin-login";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "public",
  summary: "Ends the session, if there is one",
  responses: { 200: successSchema },
  handler: async ({ ctx, cookies }) => {
    await logOutAdmin(ctx, cookies);
    return { success: true, message: adminMessages.loggedOut };
  },
});
