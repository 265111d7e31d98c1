import { healthSchema } from "@/lib/contracts/responses/health";
import { requireDatabase } from "@/lib/http/route/health";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "public",
  summary: "Tells whether this process serves and the database responds within 2 seconds",
  responses: { 200: healthSchema },
  handler: async ({ ctx }) => {
    await requireDatabase(ctx);
    return { status: "ok" };
  },
});
