import { paymentEvents } from "@/lib/domain/billing/apply-payment-event";
import { alertUnappliedEvent } from "@/lib/domain/billing/alert-unapplied-event";
import { webhook } from "@/lib/http/route/webhook";
import { isPaddleRequest, readPaddleEvent } from "@/lib/providers/paddle/webhook";

export const POST = webhook({
  source: "paddle",
  summary: "Applies customers, subscriptions, payments, and refunds",
  documentation: "https://developer.paddle.com/webhooks/overview",
  contentType: "application/json",
  verify: (request, env) =>
    isPaddleRequest(request, {
      secrets: [env.PADDLE_WEBHOOK_SECRET, env.PADDLE_WEBHOOK_SECRET_PREVIOUS],
    }),
  read: readPaddleEvent,
  handler: paymentEvents,
  onProblem: alertUnappliedEvent,
});
