import { channelActionSchema } from "@/lib/contracts/admin/person";
import { suppressPerson } from "@/lib/domain/subscribers/actions/suppression";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:help",
  action: "suppress",
  summary: "Suppresses a subscriber's email address or number",
  body: channelActionSchema,
  silences: true,
  errors: [[409, "They have no number"]],
  act: suppressPerson,
});
