import { deliveryHealthSchema } from "@/lib/contracts/responses/health";
import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "public",
  summary: "Tells whether briefings will arrive by 8:00",
  responses: { 200: deliveryHealthSchema, 503: deliveryHealthSchema },
  handler: async ({ ctx }) => {
    const reasons = await listDeliveryProblems(ctx);
    return reply(
      { status: reasons.length === 0 ? "ok" : "failing", reasons },
      {
        status: reasons.length === 0 ? 200 : 503,
      },
    );
  },
});
