import { deliveryMessages } from "@/lib/messages/deliveries";
import { setEmailSwitch } from "@/lib/domain/subscribers/email-switch";
import {
  unsubscribePageUrl,
  verifyUnsubscribeToken,
} from "@/lib/domain/subscribers/unsubscribe-token";
import { signedLink } from "@/lib/http/route/signed-link";
import { AppError } from "@/lib/platform/app-error";

function seePage(siteUrl: string, token: string): Response {
  const headers = {
    location: unsubscribePageUrl(siteUrl, token),
    "referrer-policy": "no-referrer",
  };
  return new Response(null, { status: 303, headers });
}

/** GET /api/unsubscribe/{token}: shows the page. Scanners fetch every link; this changes nothing. */
export const GET = signedLink({
  verify: verifyUnsubscribeToken,
  handler: async ({ ctx, token }) => seePage(ctx.settings.siteUrl, token),
});

/**
 * POST /api/unsubscribe/{token}: one click from a mail program (RFC 8058) is answered 200 at once;
 * the page's own form, `delivery=off` or `on`, leads back to the page.
 */
export const POST = signedLink({
  verify: verifyUnsubscribeToken,
  handler: async ({ ctx, token, subscriberId, form }) => {
    if (form?.get("List-Unsubscribe") === "One-Click") {
      await setEmailSwitch(ctx, subscriberId, false, "one_click");
      return new Response(deliveryMessages.unsubscribe.done);
    }
    const delivery = form?.get("delivery");
    if (delivery !== "on" && delivery !== "off") {
      throw new AppError(400, deliveryMessages.unsubscribe.unknownRequest);
    }
    await setEmailSwitch(ctx, subscriberId, delivery === "on", "page");
    return seePage(ctx.settings.siteUrl, token);
  },
});
