import { deliveryHealthSchema } from "@/lib/contracts/responses/health";
import { readDeliveryHealth } from "@/lib/http/route/health";
import { anyoneOrMetricsReader } from "@/lib/http/route/metrics";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: anyoneOrMetricsReader,
  summary: "Returns whether briefings will arrive by 8:00",
  responses: { 200: deliveryHealthSchema, 503: deliveryHealthSchema },
  handler: async ({ ctx, caller }) => {
    const reasons = await readDeliveryHealth(ctx, { withMessages: caller.isMetricsReader });
    return reply(
      { status: reasons.length === 0 ? "ok" : "failing", reasons },
      {
        status: reasons.length === 0 ? 200 : 503,
      },
    );
  },
});
