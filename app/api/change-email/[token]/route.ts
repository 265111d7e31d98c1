import { confirmEmailChange } from "@/lib/domain/account/email-change/confirm";
import { confirmationLink } from "@/lib/http/route/signed-link";

export const POST = confirmationLink({
  summary: "Confirms a subscriber's new address, with the link emailed to it",
  purpose: "email-change",
  confirm: async (ctx, id) => ((await confirmEmailChange(ctx, id)) ? null : "1"),
});
