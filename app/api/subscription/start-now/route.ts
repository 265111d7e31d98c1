import { paymentErrorCodes, startNowSchema, startOfferAnswerSchema } from "@/lib/contracts/billing";
import { limits } from "@/lib/contracts/limits";
import { messageSchema } from "@/lib/contracts/responses/message";
import { billingMessages } from "@/lib/messages/billing";
import {
  findOwnStartOffer,
  startOwnSubscription,
} from "@/lib/domain/onboarding/start-subscription";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { tooMany } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: onboardingBrowser,
  summary: "What it costs to start a subscription whose free trial isn't served",
  responses: { 200: startOfferAnswerSchema },
  handler: async ({ ctx, caller }) => ({ offer: await findOwnStartOffer(ctx, caller) }),
});

export const POST = route({
  access: onboardingBrowser,
  summary: "Starts a subscription whose free trial isn't served, and charges for it now",
  rateLimit: { name: "start-now", limit: limits.onboardingPerAddress },
  body: startNowSchema,
  responses: { 200: messageSchema },
  errors: [
    [402, "The card was declined, and nothing was charged", paymentErrorCodes.declined],
    [404, "The subscription isn't this browser's"],
    [409, "The subscription has ended, or its free trial is served"],
    tooMany(limits.chargePerSubscription, "for one subscription may still be charging"),
    [503, "The payment provider is unavailable, and nothing was charged"],
    [503, "The payment provider didn't answer in time", paymentErrorCodes.unknown],
  ],
  handler: async ({ ctx, body, caller }) => {
    await startOwnSubscription(ctx, { ...body, caller });
    return { message: billingMessages.started };
  },
});
