import { deliveriesSchema } from "@/lib/contracts/deliveries";
import { listDeliveries } from "@/lib/domain/delivery/subscriber/history";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "subscriber",
  summary: "Lists the last 14 days of deliveries",
  responses: { 200: deliveriesSchema },
  errors: [[401, "The account no longer exists"]],
  handler: ({ ctx, caller }) => listDeliveries(ctx, caller.subscriberId),
});
