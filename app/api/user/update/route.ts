import { accountDetailsSentences, accountUpdateSchema } from "@/lib/contracts/account-details";
import { changeOwnTimezone } from "@/lib/domain/account/own-account";
import { route } from "@/lib/http/route/route";

/** POST /api/user/update: the subscriber's own timezone. */
export const POST = route({
  access: "subscriber",
  body: accountUpdateSchema,
  handler: async ({ ctx, caller, body }) => {
    await changeOwnTimezone(ctx, caller.subscriberId, body);
    return { message: accountDetailsSentences.updated };
  },
});
