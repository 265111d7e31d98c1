import { accountDetailsSentences, accountUpdateSchema } from "@/lib/contracts/account-details";
import { changeTimezone } from "@/lib/domain/delivery/change-timezone";
import { route } from "@/lib/http/route";

/** POST /api/user/update: the subscriber's own timezone. */
export const POST = route({
  access: "subscriber",
  body: accountUpdateSchema,
  handler: async ({ ctx, caller, body }) => {
    await changeTimezone(ctx, caller.subscriberId, body);
    return { message: accountDetailsSentences.updated };
  },
});
