import {
  dayParamsSchema,
  deliveryPeopleSchema,
  peopleQuerySchema,
} from "@/lib/contracts/admin/deliveries";
import { listDeliveryPeople } from "@/lib/domain/delivery/monitoring/figures/people";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Lists the people behind a day's figures",
  params: dayParamsSchema,
  query: peopleQuerySchema,
  responses: { 200: deliveryPeopleSchema },
  handler: ({ ctx, params, query }) => listDeliveryPeople(ctx, params.date, query),
});
