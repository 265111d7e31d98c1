import { actionSchema } from "@/lib/contracts/admin/person";
import { reviewRefundsOf } from "@/lib/domain/subscribers/actions/actions";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:refund",
  action: "review-refund",
  summary: "Leaves a subscription as it is after a full refund or a dispute",
  body: actionSchema,
  isCounted: false,
  errors: [[409, "There's no refund or dispute to decide on"]],
  act: reviewRefundsOf,
});
