import { applyInboundText } from "@/lib/domain/subscribers/texts/inbound-text";
import { webhook } from "@/lib/http/route/webhook";
import { isTwilioRequest, readInboundText, toTwiml } from "@/lib/providers/twilio/webhook";

/** POST /api/webhooks/twilio/inbound: STOP, START, HELP and whatever else people reply. */
export const POST = webhook({
  source: "twilio",
  contentType: "application/x-www-form-urlencoded",
  verify: (request, env) =>
    isTwilioRequest(request, { authToken: env.TWILIO_AUTH_TOKEN, siteUrl: env.SITE_URL }),
  read: readInboundText,
  handler: { apply: applyInboundText },
  respond: (reply) =>
    new Response(toTwiml(reply), { headers: { "content-type": "text/xml; charset=utf-8" } }),
});
