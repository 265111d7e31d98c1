import { confirmEmailChange } from "@/lib/domain/account/email-change/confirm";
import { emailChangePageUrl, verifyEmailChangeToken } from "@/lib/domain/outbox/confirmation-token";
import { signedLink } from "@/lib/http/route/signed-link";
import { linkResultScreen } from "@/lib/messages/account";

export const POST = signedLink({
  summary: "Confirms a subscriber's new address, with the link emailed to it",
  responses: {
    303: { description: "Back to the page", headers: { location: "The page's address" } },
  },
  invalid: linkResultScreen.invalidTitle,
  verify: verifyEmailChangeToken,
  handler: async ({ ctx, token, id }) => {
    const isConfirmed = await confirmEmailChange(ctx, id);
    const location = emailChangePageUrl(ctx.settings.siteUrl, token);
    const headers = {
      location: isConfirmed ? location : `${location}?refused=1`,
      "referrer-policy": "no-referrer",
    };
    return new Response(null, { status: 303, headers });
  },
});
