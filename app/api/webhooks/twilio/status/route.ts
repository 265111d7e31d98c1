import { applyTextReport } from "@/lib/domain/delivery/engine/provider-reports";
import { webhook } from "@/lib/http/route/webhook";
import { isTwilioRequest, readTextReport } from "@/lib/providers/twilio/webhook";

/** POST /api/webhooks/twilio/status: how far a text got. */
export const POST = webhook({
  source: "twilio",
  contentType: "application/x-www-form-urlencoded",
  verify: (request, env) =>
    isTwilioRequest(request, { authToken: env.TWILIO_AUTH_TOKEN, siteUrl: env.SITE_URL }),
  read: readTextReport,
  handler: { apply: applyTextReport },
});
