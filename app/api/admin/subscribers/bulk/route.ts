import { bulkResultSchema, bulkSchema } from "@/lib/contracts/admin/person";
import { actorOf } from "@/lib/domain/auth/sessions";
import { actForMany } from "@/lib/domain/people/actions/bulk";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:help",
  summary:
    "Resends today's briefing, pauses, suppresses, or sends a login link to several subscribers",
  body: bulkSchema,
  responses: { 200: bulkResultSchema },
  handler: ({ ctx, body, caller }) => actForMany(ctx, body, actorOf(caller)),
});
