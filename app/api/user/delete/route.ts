import { deleteAccountSchema } from "@/lib/contracts/account";
import { limits } from "@/lib/contracts/limits";
import { accountDataMessages } from "@/lib/messages/account";
import { deleteAccount } from "@/lib/domain/account/delete-account";
import { takeHit } from "@/lib/domain/limits/rate-limit";
import { route } from "@/lib/http/route/route";
import { endSession } from "@/lib/http/auth/session";

/** POST /api/user/delete: ends the billing, deletes the session's own account and its sessions. */
export const POST = route({
  access: "subscriber",
  body: deleteAccountSchema,
  handler: async ({ ctx, caller: { subscriberId }, body, cookies }) => {
    await takeHit(ctx, `delete:${subscriberId}`, limits.deletionTriesPerSubscriber);
    await deleteAccount(ctx, { subscriberId, email: body.email });
    await endSession(ctx, cookies);
    return { message: accountDataMessages.deleted };
  },
});
