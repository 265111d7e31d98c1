import { dayParamsSchema, deliveryDaySchema } from "@/lib/contracts/admin/deliveries";
import { getDeliveryDay } from "@/lib/domain/delivery/monitoring/figures/period";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Counts how the deliveries of one day ended, by zone and channel, and why",
  params: dayParamsSchema,
  responses: { 200: deliveryDaySchema },
  handler: ({ ctx, params }) => getDeliveryDay(ctx, params.date),
});
