import { idParamsSchema } from "@/lib/contracts/primitives";
import {
  webhookDeliveriesQuerySchema,
  webhookDeliveriesSchema,
} from "@/lib/contracts/admin/webhooks";
import { listWebhookDeliveries } from "@/lib/domain/webhooks/delivery-log";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:manage",
  summary: "Lists an outgoing webhook's messages of the last 30 days with every try, newest first",
  params: idParamsSchema,
  query: webhookDeliveriesQuerySchema,
  responses: { 200: webhookDeliveriesSchema },
  errors: [[404, "No webhook has this id"]],
  handler: ({ ctx, params, query }) => listWebhookDeliveries(ctx, params.id, query),
});
