import { emailActionSchema } from "@/lib/contracts/admin/person";
import { limits } from "@/lib/contracts/limits";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { startEmailChangeOf } from "@/lib/domain/subscribers/actions/actions";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions, tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:changeDetails",
  summary: "Emails a link to a subscriber's new address, which they confirm with it",
  params: idParamsSchema,
  body: emailActionSchema,
  responses: { 200: messageSchema },
  errors: [
    dayOfActions,
    [404, "Nobody has this ID"],
    [409, "It's their address, another subscriber's, or one that email doesn't reach"],
    tooMany(limits.emailChangesPerSubscriberPerDay, "for one subscriber"),
    tooMany(limits.emailChangesPerAddressPerDay, "to one address"),
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller);
    await startEmailChangeOf(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done.email };
  },
});
