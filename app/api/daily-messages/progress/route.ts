import { progressQuerySchema, deliveryProgressSchema } from "@/lib/contracts/briefings";
import { getDeliveryProgress } from "@/lib/domain/delivery/monitoring/progress";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Returns how much of a date's briefing is sent in each time zone",
  query: progressQuerySchema,
  responses: { 200: deliveryProgressSchema },
  handler: ({ ctx, query }) => getDeliveryProgress(ctx, query.date),
});
