import { linkResultScreen } from "@/lib/messages/account";
import { confirmAddress } from "@/lib/domain/onboarding/address-confirmation";
import {
  confirmationPageUrl,
  verifyConfirmationToken,
} from "@/lib/domain/outbox/confirmation-token";
import { signedLink } from "@/lib/http/route/signed-link";

export const POST = signedLink({
  summary: "Confirms the address of a sign-up that belongs to an existing subscriber",
  responses: {
    303: { description: "Back to the page", headers: { location: "The page's address" } },
  },
  invalid: linkResultScreen.invalidTitle,
  verify: verifyConfirmationToken,
  handler: async ({ ctx, token, id }) => {
    const refusal = await confirmAddress(ctx, id);
    const location = confirmationPageUrl(ctx.settings.siteUrl, token);
    const headers = {
      location: refusal === null ? location : `${location}?refused=${refusal}`,
      "referrer-policy": "no-referrer",
    };
    return new Response(null, { status: 303, headers });
  },
});
