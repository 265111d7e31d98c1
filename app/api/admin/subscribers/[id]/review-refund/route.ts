import { actionSchema } from "@/lib/contracts/admin/person";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { actorOf } from "@/lib/domain/auth/sessions";
import { reviewRefundsOf } from "@/lib/domain/subscribers/actions/actions";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

export const POST = route({
  access: "admin:refund",
  summary: "Leaves a subscription as it is after a full refund or a dispute",
  params: idParamsSchema,
  body: actionSchema,
  responses: { 200: messageSchema },
  errors: [
    [404, "Nobody has this ID"],
    [409, "There's no refund or dispute to decide on"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await reviewRefundsOf(ctx, params.id, { ...body, actor: actorOf(caller) });
    return { message: personMessages.done["review-refund"] };
  },
});
