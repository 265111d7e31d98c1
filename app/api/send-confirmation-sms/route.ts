import { phoneNumberSchema } from "@/lib/contracts/onboarding";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { resendConfirmationText } from "@/lib/domain/onboarding/consent-steps";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";

/** POST /api/send-confirmation-sms: the confirmation text once more, to one's own number. */
export const POST = route({
  access: onboardingBrowser,
  body: phoneNumberSchema,
  handler: async ({ ctx, body, caller, clientAddress }) => {
    await resendConfirmationText(ctx, {
      phoneNumber: body.phoneNumber,
      caller,
      clientAddress,
    });
    return { message: onboardingMessages.confirmationSent };
  },
});
