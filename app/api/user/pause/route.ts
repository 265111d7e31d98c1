import { pauseDatesSchema } from "@/lib/contracts/account";
import { messageSchema } from "@/lib/contracts/responses/message";
import { pauseBriefings, resumeBriefings } from "@/lib/domain/account/pause";
import { route } from "@/lib/http/route/route";
import { pauseMessages } from "@/lib/messages/pause";

export const POST = route({
  access: "subscriber",
  summary: "Pauses the briefing on some dates; billing continues",
  body: pauseDatesSchema,
  responses: { 200: messageSchema },
  errors: [[400, "The dates are in the wrong order, past, or too far apart"]],
  handler: async ({ ctx, caller: { subscriberId: id }, body }) => {
    await pauseBriefings(ctx, id, { ...body, actor: `subscriber:${id}` });
    return { message: pauseMessages.saved };
  },
});

export const DELETE = route({
  access: "subscriber",
  summary: "Ends the pause, or removes one that hasn't begun",
  responses: { 200: messageSchema },
  errors: [[409, "The briefing isn't paused"]],
  handler: async ({ ctx, caller: { subscriberId: id } }) => {
    await resumeBriefings(ctx, id, { actor: `subscriber:${id}` });
    return { message: pauseMessages.ended };
  },
});
