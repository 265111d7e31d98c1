import { presenceAnswerSchema, presenceSchema } from "@/lib/contracts/admin/history";
import { reportPresence } from "@/lib/domain/team/presence";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:write",
  summary: "Says that someone has a post or message open, and returns who else does",
  body: presenceSchema,
  responses: { 200: presenceAnswerSchema },
  handler: async ({ ctx, body, caller }) => ({
    others: await reportPresence(ctx, body, caller.adminId),
  }),
});
