import { getAccount } from "@/lib/domain/auth/account";
import { route } from "@/lib/http/route";

/** GET /api/user/account: what the account details show of the session's own subscriber. */
export const GET = route({
  access: "subscriber",
  handler: ({ ctx, caller }) => getAccount(ctx, caller.subscriberId),
});
