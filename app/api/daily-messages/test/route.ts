import { messageSchema } from "@/lib/contracts/responses/message";
import { briefingTestSchema } from "@/lib/contracts/briefings";
import { limits } from "@/lib/contracts/limits";
import { briefingMessages } from "@/lib/messages/briefings";
import { actorOf } from "@/lib/domain/auth/sessions";
import { sendTestBriefing } from "@/lib/domain/delivery/content/test-briefing";
import { textErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "admin:write",
  summary: "Sends a test of a briefing to an email, a number, or both",
  rateLimit: {
    name: "briefing-test",
    limit: limits.briefingTestsPerAdmin,
    per: ({ adminId }) => adminId,
  },
  body: briefingTestSchema,
  responses: { 200: messageSchema },
  errors: [
    [400, "The message is too long for a text"],
    [409, "The email provider refuses this address"],
    ...textErrors,
    [502, "The email wasn't accepted"],
  ],
  handler: async ({ ctx, body, caller, clientAddress }) => {
    const sentTo = await sendTestBriefing(ctx, body, {
      actor: actorOf(caller),
      clientAddress,
    });
    return { message: briefingMessages.testSent(sentTo) };
  },
});
