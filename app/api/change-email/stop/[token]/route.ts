import { stopEmailChange } from "@/lib/domain/account/email-change/stop";
import { confirmationLink } from "@/lib/http/route/signed-link";

export const POST = confirmationLink({
  summary: "Stops a change of a subscriber's address, with the link emailed to the current one",
  purpose: "email-change-stop",
  confirm: async (ctx, id) => {
    await stopEmailChange(ctx, id);
    return null;
  },
});
