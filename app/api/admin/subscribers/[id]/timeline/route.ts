import { timelineQuerySchema, timelineSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { listTimeline } from "@/lib/domain/subscribers/person/timeline";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Lists what happened to one subscriber, newest first",
  params: idParamsSchema,
  query: timelineQuerySchema,
  responses: { 200: timelineSchema },
  errors: [[404, "No subscriber has this ID"]],
  handler: ({ ctx, params, query }) => listTimeline(ctx, params.id, query),
});
