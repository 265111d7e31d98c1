import { cancelActionSchema } from "@/lib/contracts/admin/person";
import { cancelFor } from "@/lib/domain/subscribers/actions/actions";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:refund",
  action: "cancel",
  summary: "Cancels a subscriber's subscription",
  body: cancelActionSchema,
  silences: true,
  errors: [
    [404, "They have no subscription"],
    [503, "Paddle can't be reached"],
  ],
  act: cancelFor,
});
