import { getUserData } from "@/lib/domain/account/user-data";
import { route } from "@/lib/http/route/route";

/** GET /api/user: the session's own `userData`. */
export const GET = route({
  access: "subscriber",
  handler: ({ ctx, caller }) => getUserData(ctx, caller.subscriberId),
});
