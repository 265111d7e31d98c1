import { attentionCountSchema } from "@/lib/contracts/admin/today";
import { countAttention } from "@/lib/domain/today/attention";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: "admin:view",
  summary: "Counts the things that need a person",
  responses: { 200: attentionCountSchema },
  handler: async ({ ctx }) => ({ count: await countAttention(ctx) }),
});
