import { todaySchema } from "@/lib/contracts/admin/today";
import { includes } from "@/lib/domain/auth/sessions";
import { getToday } from "@/lib/domain/today/today";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary:
    "Returns the briefing's progress in each zone, whether the next one is ready, and what needs attention",
  responses: { 200: todaySchema },
  handler: ({ ctx, caller }) => getToday(ctx, { withMoney: includes(caller, "viewMoney") }),
});
