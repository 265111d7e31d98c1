import { listDeliveryProblems } from "@/lib/domain/delivery/monitoring/health";
import { reply } from "@/lib/http/route/respond";
import { route } from "@/lib/http/route/route";

/** GET /api/health/delivery: 200 while the promise of 8:00 holds, else 503 with every reason. */
export const GET = route({
  access: "public",
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
