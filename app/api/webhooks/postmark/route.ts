import { mailReports } from "@/lib/domain/delivery/reports/provider-reports";
import { webhook } from "@/lib/http/route/webhook";
import { isPostmarkRequest, readPostmarkEvent } from "@/lib/providers/postmark/webhook";

export const POST = webhook({
  source: "postmark",
  summary: "Applies deliveries, bounces, complaints, and subscription changes",
  documentation: "https://postmarkapp.com/developer/webhooks/webhooks-overview",
  contentType: "application/json",
  verify: ({ headers }, env) =>
    isPostmarkRequest(headers, {
      username: env.POSTMARK_WEBHOOK_USERNAME,
      password: env.POSTMARK_WEBHOOK_PASSWORD,
    }),
  read: readPostmarkEvent,
  handler: mailReports,
});
