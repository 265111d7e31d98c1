import { listDeliveries } from "@/lib/domain/delivery/history";
import { route } from "@/lib/http/route";

/** GET /api/user/deliveries: the session's own deliveries of the last 14 days. */
export const GET = route({
  access: "subscriber",
  handler: ({ ctx, caller }) => listDeliveries(ctx, caller.subscriberId),
});
