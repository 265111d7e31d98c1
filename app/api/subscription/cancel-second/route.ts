import { limits } from "@/lib/contracts/limits";
import { messageSchema } from "@/lib/contracts/responses/message";
import { cancelSecondPurchase } from "@/lib/domain/onboarding/cancel-second-purchase";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";
import { secondPurchase } from "@/lib/messages/billing";

export const POST = route({
  access: onboardingBrowser,
  summary: "Cancels a purchase whose sign-up isn't finished, before its first charge",
  rateLimit: { name: "cancel-second", limit: limits.onboardingPerAddress },
  responses: { 200: messageSchema },
  errors: [
    [404, "The browser hasn't been through a checkout whose sign-up is open"],
    [409, "The sign-up is finished, or the purchase was charged"],
    [503, "The payment provider is unavailable, and nothing changed"],
  ],
  handler: async ({ ctx, caller }) => {
    await cancelSecondPurchase(ctx, caller);
    return { message: secondPurchase.canceled };
  },
});
