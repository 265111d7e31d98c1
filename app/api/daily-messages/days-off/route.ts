import { daysOffSchema } from "@/lib/contracts/days-off";
import { listDayOffChoices } from "@/lib/domain/delivery/content/mark-day-off";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Lists days without a briefing, and the market holidays that could be ones",
  responses: { 200: daysOffSchema },
  handler: async ({ ctx }) => ({ days: await listDayOffChoices(ctx) }),
});
