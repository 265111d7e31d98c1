import { seenSchema } from "@/lib/contracts/admin/today";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { markSeen } from "@/lib/domain/today/seen";
import { route } from "@/lib/http/route/route";
import { todayMessages } from "@/lib/messages/admin/today";

export const POST = route({
  access: "admin:help",
  summary: "Hides something that needs attention until it grows",
  body: seenSchema,
  responses: { 200: messageSchema },
  errors: [[404, "It isn't on the list"]],
  async handler({ ctx, caller, body }) {
    await markSeen(ctx, actorOf(caller), body.key);
    return { message: todayMessages.seen.done };
  },
});
