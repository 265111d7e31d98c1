import { deliveryPeriodSchema, periodQuerySchema } from "@/lib/contracts/admin/deliveries";
import { getDeliveryPeriod } from "@/lib/domain/delivery/monitoring/figures/period";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Counts how the deliveries of a period ended, by day and channel",
  query: periodQuerySchema,
  responses: { 200: deliveryPeriodSchema },
  handler: ({ ctx, query }) => getDeliveryPeriod(ctx, query.days),
});
