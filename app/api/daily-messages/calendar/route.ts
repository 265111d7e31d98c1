import { editorCalendarQuerySchema } from "@/lib/contracts/briefings";
import { getEditorCalendar } from "@/lib/domain/delivery/monitoring/editor-calendar";
import { route } from "@/lib/http/route/route";

/** GET /api/daily-messages/calendar: the next briefing, and the weeks around it day by day. */
export const GET = route({
  access: "admin",
  query: editorCalendarQuerySchema,
  handler: ({ ctx, query }) => getEditorCalendar(ctx, query.from),
});
