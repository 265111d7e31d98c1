import { stopEmailChange } from "@/lib/domain/account/email-change/stop";
import {
  stopEmailChangePageUrl,
  verifyStopEmailChangeToken,
} from "@/lib/domain/outbox/confirmation-token";
import { signedLink } from "@/lib/http/route/signed-link";
import { linkResultScreen } from "@/lib/messages/account";

export const POST = signedLink({
  summary: "Stops a change of a subscriber's address, with the link emailed to the current one",
  responses: {
    303: { description: "Back to the page", headers: { location: "The page's address" } },
  },
  invalid: linkResultScreen.invalidTitle,
  verify: verifyStopEmailChangeToken,
  handler: async ({ ctx, token, id }) => {
    await stopEmailChange(ctx, id);
    const location = stopEmailChangePageUrl(ctx.settings.siteUrl, token);
    const headers = { location, "referrer-policy": "no-referrer" };
    return new Response(null, { status: 303, headers });
  },
});
