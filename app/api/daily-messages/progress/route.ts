import { progressQuerySchema } from "@/lib/contracts/briefings";
import { getDeliveryProgress } from "@/lib/domain/delivery/monitoring/progress";
import { route } from "@/lib/http/route/route";

/** GET /api/daily-messages/progress: how far each zone's morning of a date is. */
export const GET = route({
  access: "admin",
  query: progressQuerySchema,
  handler: ({ ctx, query }) => getDeliveryProgress(ctx, query.date),
});
