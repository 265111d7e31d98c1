import { limits } from "@/lib/contracts/limits";
import { smsConsentSchema } from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { giveSmsConsent } from "@/lib/domain/onboarding/consent-steps";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";

/** POST /api/sms-consent: consent to texts, recorded and confirmed by the first of them. */
export const POST = route({
  access: onboardingBrowser,
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  body: smsConsentSchema,
  handler: async ({ ctx, body, caller, clientAddress, request }) => {
    const { isTextSent } = await giveSmsConsent(ctx, {
      id: body.id,
      caller,
      clientAddress,
      userAgent: request.headers.get("user-agent"),
    });
    return { message: onboardingMessages.consentSaved, isTextSent };
  },
});
