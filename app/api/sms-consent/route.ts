import { limits } from "@/lib/contracts/limits";
import { onboardingSentences, smsConsentSchema } from "@/lib/contracts/onboarding";
import { requireFirstTrialOf } from "@/lib/domain/billing/second-trial";
import { giveSmsConsent } from "@/lib/domain/subscribers/onboarding";
import { onboardingBrowser } from "@/lib/http/onboarding-access";
import { route } from "@/lib/http/route";
import { takeTextHits } from "@/lib/http/text-limits";

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
      allowNumber: requireFirstTrialOf,
      allowText: (phoneNumber) => takeTextHits(ctx, phoneNumber, clientAddress),
    });
    return { message: onboardingSentences.consentSaved, isTextSent };
  },
});
