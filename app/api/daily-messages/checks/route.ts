import {
  briefingChecksInputSchema,
  briefingChecksSchema,
} from "@/lib/contracts/admin/briefing-checks";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import { checkBriefing } from "@/lib/domain/delivery/checks/check-briefing";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:write",
  summary:
    "Checks what a date's briefing says: links, sources, numbers, spelling, and what it costs",
  body: briefingChecksInputSchema,
  bodyLimitBytes: bodyLimitsBytes.post,
  responses: { 200: briefingChecksSchema },
  handler: async ({ ctx, body }) => ({ checks: await checkBriefing(ctx, body) }),
});
