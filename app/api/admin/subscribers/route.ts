import { subscriberPageSchema, subscriberQuerySchema } from "@/lib/contracts/admin/subscribers";
import { listSubscribers } from "@/lib/domain/subscribers/list/list";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Lists and searches subscribers",
  query: subscriberQuerySchema,
  responses: { 200: subscriberPageSchema },
  handler: ({ ctx, query }) => listSubscribers(ctx, query),
});
