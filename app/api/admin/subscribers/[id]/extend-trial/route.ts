import { extendTrialSchema } from "@/lib/contracts/admin/person";
import { extendTrial } from "@/lib/domain/subscribers/actions/money";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:refund",
  action: "extend-trial",
  summary: "Moves the end of a subscriber's trial, and the first charge with it",
  body: extendTrialSchema,
  errors: [
    [409, "They have no trial billed by Paddle, or it was extended by 60 days in total"],
    [503, "Paddle can't be reached"],
  ],
  act: extendTrial,
});
