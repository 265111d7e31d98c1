import { outlookQuerySchema } from "@/lib/contracts/briefings";
import { getOutlook } from "@/lib/domain/delivery/monitoring/editor-calendar";
import { route } from "@/lib/http/route/route";

/** GET /api/daily-messages/outlook: the next briefing, and the weeks around it day by day. */
export const GET = route({
  access: "admin",
  query: outlookQuerySchema,
  handler: ({ ctx, query }) => getOutlook(ctx, query.from),
});
