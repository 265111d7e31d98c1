import { actionSchema } from "@/lib/contracts/admin/person";
import { limits } from "@/lib/contracts/limits";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import { sendLoginLinkTo } from "@/lib/domain/subscribers/actions/actions";
import { personAction } from "@/lib/http/route/person-action";
import { tooMany } from "@/lib/http/route/reference";

export const POST = personAction({
  access: "admin:help",
  action: "login-link",
  summary: "Emails a login link to a subscriber",
  body: actionSchema,
  errors: [
    [409, "Email to the address bounces"],
    tooMany(limits.loginLinkPerEmail, "for one address"),
    tooMany(limits.loginLinksPerEmailPerDay, "for one address"),
    tooMany(limits.loginLinksOfOthersPerDay, "for one address"),
    [503, "The email wasn't sent, or the provider can't tell", serviceUnavailableCode],
  ],
  act: sendLoginLinkTo,
});
