import { z } from "zod";
import { replyWithStory } from "@/lib/domain/delivery/subscriber/story-reply";
import { applyInboundText } from "@/lib/domain/contact/texts/inbound-text";
import { webhook } from "@/lib/http/route/webhook";
import { isTwilioRequest, readInboundText, toTwiml } from "@/lib/providers/twilio/webhook";

export const POST = webhook({
  source: "twilio",
  summary: "Applies STOP and START, and answers HELP, 1, 2, and 3",
  documentation: "https://www.twilio.com/docs/messaging/guides/webhook-request",
  responses: {
    200: {
      description: "TwiML: one reply or none",
      schema: z.string(),
      contentType: "text/xml",
    },
  },
  contentType: "application/x-www-form-urlencoded",
  verify: (request, env) =>
    isTwilioRequest(request, { authToken: env.TWILIO_AUTH_TOKEN, siteUrl: env.SITE_URL }),
  read: readInboundText,
  handler: {
    apply: async (ctx, tx, text) =>
      (await applyInboundText(ctx, tx, text)) ?? (await replyWithStory(ctx, tx, text)),
  },
  respond: (reply) =>
    new Response(toTwiml(reply), { headers: { "content-type": "text/xml; charset=utf-8" } }),
});
