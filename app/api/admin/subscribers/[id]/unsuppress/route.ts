import { channelActionSchema } from "@/lib/contracts/admin/person";
import { unsuppressPerson } from "@/lib/domain/subscribers/actions/suppression";
import { personAction } from "@/lib/http/route/person-action";

export const POST = personAction({
  access: "admin:help",
  action: "unsuppress",
  summary: "Lifts a suppression of a subscriber's email address or number",
  body: channelActionSchema,
  isCounted: false,
  errors: [
    [409, "It isn't suppressed, or may not be lifted"],
    [503, "The email provider can't be reached"],
  ],
  act: unsuppressPerson,
});
