import { accountUpdateSchema } from "@/lib/contracts/account";
import { accountMessages } from "@/lib/messages/account";
import { changeOwnTimezone } from "@/lib/domain/account/own-account";
import { route } from "@/lib/http/route/route";

/** POST /api/user/update: the subscriber's own timezone. */
export const POST = route({
  access: "subscriber",
  body: accountUpdateSchema,
  handler: async ({ ctx, caller, body }) => {
    await changeOwnTimezone(ctx, caller.subscriberId, body);
    return { message: accountMessages.updated };
  },
});
