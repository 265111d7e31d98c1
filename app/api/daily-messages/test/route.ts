import { briefingSentences, briefingTestSchema } from "@/lib/contracts/briefings";
import { limits } from "@/lib/contracts/limits";
import { actorOf } from "@/lib/domain/auth/sessions";
import { sendTestBriefing } from "@/lib/domain/delivery/test-briefing";
import { takeHit } from "@/lib/http/rate-limit";
import { route } from "@/lib/http/route";
import { takeTextHits } from "@/lib/http/text-limits";

/** POST /api/daily-messages/test: a message's text and mail to an editor's own phone and inbox. */
export const POST = route({
  access: "admin",
  body: briefingTestSchema,
  handler: async ({ ctx, body, caller, clientAddress }) => {
    await takeHit(ctx, `briefing-test:${caller.adminId}`, limits.briefingTestsPerAdmin);
    const sentTo = await sendTestBriefing(ctx, body, {
      actor: actorOf(caller),
      allowText: (phoneNumber) => takeTextHits(ctx, phoneNumber, clientAddress),
    });
    return { message: briefingSentences.testSent(sentTo) };
  },
});
