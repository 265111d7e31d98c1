import { getBilling } from "@/lib/domain/billing/account-billing";
import { route } from "@/lib/http/route";

/** GET /api/user/billing: the session's own plan, price and next charge. */
export const GET = route({
  access: "subscriber",
  handler: ({ ctx, caller }) => getBilling(ctx, caller.subscriberId),
});
