import { successSchema } from "@/lib/contracts/responses/message";
import { adminMessages } from "@/lib/messages/admin";
import { logOut } from "@/lib/http/auth/session";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "public",
  summary: "Ends the session, if there is one",
  responses: { 200: successSchema },
  handler: async ({ ctx, cookies }) => {
    await logOut(ctx, cookies, "admin");
    return { success: true, message: adminMessages.loggedOut };
  },
});
