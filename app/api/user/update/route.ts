import { messageSchema } from "@/lib/contracts/responses/message";
import { accountUpdateSchema } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { changeOwnTimezone } from "@/lib/domain/account/account-settings";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Changes the time zone",
  body: accountUpdateSchema,
  responses: { 200: messageSchema },
  errors: [[403, "The email is someone else's"]],
  handler: async ({ ctx, caller, body }) => {
    await changeOwnTimezone(ctx, caller.subscriberId, body);
    return { message: accountMessages.updated };
  },
});
