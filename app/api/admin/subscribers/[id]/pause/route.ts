import { pauseSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { pauseBriefings } from "@/lib/domain/account/pause";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:help",
  summary: "Pauses a subscriber's briefings on some dates; billing continues",
  params: idParamsSchema,
  body: pauseSchema,
  responses: { 200: messageSchema },
  errors: [
    dayOfActions,
    [400, "The dates are in the wrong order, over, or too far apart"],
    [404, "Nobody has this ID"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller, { silences: true });
    await pauseBriefings(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.pause };
  },
});
