import { editorCalendarQuerySchema, editorCalendarSchema } from "@/lib/contracts/briefings";
import { getEditorCalendar } from "@/lib/domain/delivery/monitoring/editor-calendar";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Returns the next briefing and the weeks around it, day by day",
  query: editorCalendarQuerySchema,
  responses: { 200: editorCalendarSchema },
  handler: ({ ctx, query }) => getEditorCalendar(ctx, query.from),
});
