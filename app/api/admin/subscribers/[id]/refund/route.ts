import { refundActionSchema } from "@/lib/contracts/admin/person";
import { limits } from "@/lib/contracts/limits";
import { toUnits } from "@/lib/contracts/money";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { messageSchema } from "@/lib/contracts/responses/message";
import { refundLimits } from "@/lib/contracts/refund-limits";
import { actorOf } from "@/lib/domain/auth/sessions";
import { refundPayment } from "@/lib/domain/subscribers/actions/money";
import { countActions } from "@/lib/domain/subscribers/actions/daily-limit";
import { dayOfActions, tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";
import { personMessages } from "@/lib/messages/admin/person";

const { subscriptionCents, dayCents } = refundLimits.support;

export const POST = route({
  access: "admin:refund",
  summary: `Refunds one of a subscriber's payments in full or in part; support up to $${toUnits(subscriptionCents, "USD")} in total, and $${toUnits(dayCents, "USD")} a day`,
  params: idParamsSchema,
  body: refundActionSchema,
  responses: { 200: messageSchema },
  errors: [
    dayOfActions,
    [403, "The refunds would exceed the limit of the admin's role"],
    [404, "No subscriber has this ID, or the payment isn't theirs"],
    [409, "Nothing was paid, or less is left to refund"],
    tooMany(limits.refundPerSubscription, "of one subscription"),
    [429, "The admin's refunds that day would exceed the limit of their role"],
    [503, "Paddle can't be reached"],
  ],
  handler: async ({ ctx, params, body, caller }) => {
    await countActions(ctx, caller);
    const request = { ...body, limits: refundLimits[caller.role], actor: actorOf(caller) };
    await refundPayment(ctx, params.id, request);
    return { message: personMessages.done.refund };
  },
});
