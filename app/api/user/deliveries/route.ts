import { listDeliveries } from "@/lib/domain/delivery/reader/history";
import { route } from "@/lib/http/route/route";

/** GET /api/user/deliveries: the session's own deliveries of the last 14 days. */
export const GET = route({
  access: "subscriber",
  handler: ({ ctx, caller }) => listDeliveries(ctx, caller.subscriberId),
});
