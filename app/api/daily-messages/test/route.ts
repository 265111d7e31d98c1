import { briefingTestSchema } from "@/lib/contracts/briefings";
import { limits } from "@/lib/contracts/limits";
import { briefingMessages } from "@/lib/messages/briefings";
import { actorOf } from "@/lib/domain/auth/sessions";
import { sendTestBriefing } from "@/lib/domain/delivery/content/test-briefing";
import { takeHit } from "@/lib/domain/limits/rate-limit";
import { route } from "@/lib/http/route/route";

/** POST /api/daily-messages/test: a message's text and mail to an editor's own phone and inbox. */
export const POST = route({
  access: "admin",
  body: briefingTestSchema,
  handler: async ({ ctx, body, caller, clientAddress }) => {
    await takeHit(ctx, `briefing-test:${caller.adminId}`, limits.briefingTestsPerAdmin);
    const sentTo = await sendTestBriefing(ctx, body, {
      actor: actorOf(caller),
      clientAddress,
    });
    return { message: briefingMessages.testSent(sentTo) };
  },
});
