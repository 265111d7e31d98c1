import { smsConsentResultSchema } from "@/lib/contracts/responses/onboarding";
import { limits } from "@/lib/contracts/limits";
import { onboardingErrorCodes, smsConsentSchema } from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { giveSmsConsent } from "@/lib/domain/onboarding/consent-steps";
import { textErrors } from "@/lib/http/route/reference";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: onboardingBrowser,
  summary: "Records consent to texts and sends the confirmation text",
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  body: smsConsentSchema,
  responses: { 200: smsConsentResultSchema },
  errors: [
    [400, "No number is saved"],
    [404, "The record isn't this browser's"],
    [409, "The number shows that this is a second free trial", onboardingErrorCodes.trialUsed],
    [409, "Consent was already given, or texts can only be turned on in the account"],
    ...textErrors,
  ],
  handler: async ({ ctx, body, caller, clientAddress, request }) => {
    const confirmationText = await giveSmsConsent(ctx, {
      id: body.id,
      caller,
      clientAddress,
      userAgent: request.headers.get("user-agent"),
    });
    return { message: onboardingMessages.consentSaved, confirmationText };
  },
});
