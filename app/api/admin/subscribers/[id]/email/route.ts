import { emailActionSchema } from "@/lib/contracts/admin/person";
import { limits } from "@/lib/contracts/limits";
import { startEmailChangeOf } from "@/lib/domain/subscribers/actions/actions";
import { personAction } from "@/lib/http/route/person-action";
import { tooMany } from "@/lib/http/route/reference";

export const POST = personAction({
  access: "admin:changeDetails",
  action: "email",
  summary: "Emails a link to a subscriber's new address, to confirm it",
  body: emailActionSchema,
  errors: [
    [409, "It's their address, another subscriber's, or one that email doesn't reach"],
    tooMany(limits.emailChangesPerSubscriberPerDay, "for one subscriber"),
    tooMany(limits.emailChangesPerAddressPerDay, "to one address"),
  ],
  act: startEmailChangeOf,
});
