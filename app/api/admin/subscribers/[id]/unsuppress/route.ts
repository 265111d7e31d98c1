import { channelActionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { unsuppressPerson } from "@/lib/domain/subscribers/actions/suppression";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:help",
  summary: "Lifts a suppression of a subscriber's email address or number",
  params: idParamsSchema,
  body: channelActionSchema,
  responses: { 200: messageSchema },
  errors: [
    [404, "Nobody has this ID"],
    [409, "It isn't suppressed, or may not be lifted"],
    [503, "The email provider can't be reached"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await unsuppressPerson(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.unsuppress };
  },
});
