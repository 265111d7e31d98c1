import { productUidField } from "@/lib/brand";
import { limits } from "@/lib/contracts/limits";
import { emailOnboardingSchema } from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { completeSignup } from "@/lib/domain/onboarding/complete-signup";
import { setCheckoutCookie } from "@/lib/http/auth/checkout-cookie";
import { route } from "@/lib/http/route/route";

/** POST /api/email-onboarding: a buyer's address and timezone. Opens the record to this browser. */
export const POST = route({
  access: "public",
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  body: emailOnboardingSchema,
  handler: async ({ ctx, body, cookies, clientAddress, request }) => {
    const uid = body[productUidField];
    const { email, timezone } = body;
    const userAgent = request.headers.get("user-agent");
    const id = await completeSignup(ctx, {
      uid,
      email,
      timezone,
      clientAddress,
      userAgent,
    });
    setCheckoutCookie(ctx, cookies, uid);
    return { id, message: onboardingMessages.saved };
  },
});
