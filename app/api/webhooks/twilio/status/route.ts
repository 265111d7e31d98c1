import { z } from "zod";
import { textReports } from "@/lib/domain/delivery/reports/provider-reports";
import { webhook } from "@/lib/http/route/webhook";
import { isTwilioRequest, readTextReport } from "@/lib/providers/twilio/webhook";

export const POST = webhook({
  source: "twilio",
  summary: "Applies the delivery status of a text",
  documentation: "https://www.twilio.com/docs/messaging/guides/track-outbound-message-status",
  query: z.object({
    delivery: z.string().optional().describe("Id of the delivery that the text belongs to"),
  }),
  contentType: "application/x-www-form-urlencoded",
  verify: (request, env) =>
    isTwilioRequest(request, { authToken: env.TWILIO_AUTH_TOKEN, siteUrl: env.SITE_URL }),
  read: readTextReport,
  handler: textReports,
});
