import { requireDatabase } from "@/lib/http/route/health";
import { route } from "@/lib/http/route/route";

/** GET /api/health: 200 when this process serves and the database answers within 2 s. */
export const GET = route({
  access: "public",
  handler: async ({ ctx }) => {
    await requireDatabase(ctx);
    return { status: "ok" };
  },
});
