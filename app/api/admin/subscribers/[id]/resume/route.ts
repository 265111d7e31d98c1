import { actionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { resumeBriefings } from "@/lib/domain/account/pause";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:help",
  summary: "Ends a subscriber's pause",
  params: idParamsSchema,
  body: actionSchema,
  responses: { 200: messageSchema },
  errors: [
    [404, "Nobody has this ID"],
    [409, "Nothing is paused"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await resumeBriefings(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.resume };
  },
});
