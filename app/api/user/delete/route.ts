import { messageSchema } from "@/lib/contracts/responses/message";
import { deleteAccountSchema } from "@/lib/contracts/account";
import { limits } from "@/lib/contracts/limits";
import { accountDataMessages } from "@/lib/messages/account";
import { deleteAccount } from "@/lib/domain/account/delete-account";
import { route } from "@/lib/http/route/route";
import { logOut } from "@/lib/http/auth/session";

export const POST = route({
  access: "subscriber",
  summary: "Ends billing and deletes the account",
  rateLimit: {
    name: "delete",
    limit: limits.deletionTriesPerSubscriber,
    per: ({ subscriberId }) => subscriberId,
  },
  body: deleteAccountSchema,
  responses: { 200: messageSchema },
  errors: [
    [401, "The account no longer exists"],
    [409, "A purchase was made at the same time"],
    [503, "The payment provider is unavailable"],
  ],
  handler: async ({ ctx, caller: { subscriberId }, body, cookies }) => {
    await deleteAccount(ctx, { subscriberId, email: body.email });
    await logOut(ctx, cookies, "subscriber");
    return { message: accountDataMessages.deleted };
  },
});
