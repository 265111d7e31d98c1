import { checkWaiverSchema } from "@/lib/contracts/admin/briefing-checks";
import { messageSchema } from "@/lib/contracts/responses/message";
import { briefingChecksMessages as messages } from "@/lib/messages/admin/briefing-checks";
import { actorOf } from "@/lib/domain/auth/sessions";
import { waiveCheck } from "@/lib/domain/delivery/checks/waivers";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:write",
  summary: "Accepts what a check found, with a reason, or undoes that",
  body: checkWaiverSchema,
  responses: { 200: messageSchema },
  handler: async ({ ctx, caller, body }) => {
    await waiveCheck(ctx, body, actorOf(caller));
    return { message: body.reason === null ? messages.takenBack : messages.waived };
  },
});
