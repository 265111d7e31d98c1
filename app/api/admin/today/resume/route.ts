import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { resumeBriefings } from "@/lib/domain/recovery/resume-briefings";
import { route } from "@/lib/http/route/route";
import { todayMessages } from "@/lib/messages/admin/today";

export const POST = route({
  access: "admin:manage",
  summary: "Sends briefings again after a restore, before the providers have said who got them",
  responses: { 200: messageSchema },
  errors: [[409, "Briefings aren't on hold"]],
  handler: async ({ ctx, caller }) => {
    await resumeBriefings(ctx, actorOf(caller));
    return { message: todayMessages.holds.resumed };
  },
});
