import { refundActionSchema } from "@/lib/contracts/admin/person";
import { limits } from "@/lib/contracts/limits";
import { toUnits } from "@/lib/contracts/money";
import { refundLimits } from "@/lib/contracts/refund-limits";
import { refundPayment } from "@/lib/domain/subscribers/actions/money";
import { personAction } from "@/lib/http/route/person-action";
import { tooMany } from "@/lib/http/route/reference";

const { subscriptionCents, dayCents } = refundLimits.support;

export const POST = personAction({
  access: "admin:refund",
  action: "refund",
  summary: `Refunds one of a subscriber's payments in full or in part; support up to $${toUnits(subscriptionCents, "USD")} in total, and $${toUnits(dayCents, "USD")} a day`,
  body: refundActionSchema,
  errors: [
    [403, "The refunds would exceed the limit of the admin's role"],
    [404, "The payment isn't theirs"],
    [409, "Nothing was paid, or less is left to refund"],
    tooMany(limits.refundPerSubscription, "of one subscription"),
    [429, "The admin's refunds that day would exceed the limit of their role"],
    [503, "Paddle can't be reached"],
  ],
  act: (ctx, id, input, { caller }) =>
    refundPayment(ctx, id, { ...input, limits: refundLimits[caller.role] }),
});
