import { outlookQuerySchema } from "@/lib/contracts/briefings";
import { getOutlook } from "@/lib/domain/delivery/outlook";
import { route } from "@/lib/http/route";

/** GET /api/daily-messages/outlook: the next briefing, and the weeks around it day by day. */
export const GET = route({
  access: "admin",
  query: outlookQuerySchema,
  handler: ({ ctx, query }) => getOutlook(ctx, query.from),
});
