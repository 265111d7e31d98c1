import { actionSchema } from "@/lib/contracts/admin/person";
import { sendCardLink } from "@/lib/domain/subscribers/actions/money";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:help",
  action: "card-link",
  summary: "Emails a link to change the card of a past-due subscription",
  body: actionSchema,
  errors: [[409, "None of their payments is overdue"]],
  act: sendCardLink,
});
