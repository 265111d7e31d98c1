import { applyMailReport } from "@/lib/domain/delivery/engine/provider-reports";
import { webhook } from "@/lib/http/route/webhook";
import { isPostmarkRequest, readPostmarkEvent } from "@/lib/providers/postmark/webhook";

/** POST /api/webhooks/postmark: deliveries, bounces, complaints and subscription changes. */
export const POST = webhook({
  source: "postmark",
  contentType: "application/json",
  verify: ({ headers }, env) =>
    isPostmarkRequest(headers, {
      username: env.POSTMARK_WEBHOOK_USERNAME,
      password: env.POSTMARK_WEBHOOK_PASSWORD,
    }),
  read: readPostmarkEvent,
  handler: { apply: applyMailReport },
});
