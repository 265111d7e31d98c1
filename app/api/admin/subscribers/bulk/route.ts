import { bulkResultSchema, bulkSchema } from "@/lib/contracts/admin/person";
import { actorOf } from "@/lib/domain/auth/sessions";
import { actForMany } from "@/lib/domain/subscribers/actions/bulk";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:help",
  summary:
    "Resends today's briefing, pauses, suppresses, or sends a login link to several subscribers",
  body: bulkSchema,
  responses: { 200: bulkResultSchema },
  errors: [dayOfActions],
  handler: async ({ ctx, body, caller }) => {
    const silences = body.action === "suppress" || body.action === "pause";
    await countActions(ctx, caller, { people: new Set(body.ids).size, silences });
    return actForMany(ctx, body, actorOf(caller));
  },
});
