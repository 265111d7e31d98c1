import { onboardingSentences, phoneNumberSchema } from "@/lib/contracts/onboarding";
import { resendConfirmationText } from "@/lib/domain/subscribers/onboarding";
import { onboardingBrowser } from "@/lib/http/onboarding-access";
import { route } from "@/lib/http/route";
import { takeTextHits } from "@/lib/http/text-limits";

/** POST /api/send-confirmation-sms: the confirmation text once more, to one's own number. */
export const POST = route({
  access: onboardingBrowser,
  body: phoneNumberSchema,
  handler: async ({ ctx, body, caller, clientAddress }) => {
    await resendConfirmationText(ctx, {
      phoneNumber: body.phoneNumber,
      caller,
      allowText: (phoneNumber) => takeTextHits(ctx, phoneNumber, clientAddress),
    });
    return { message: onboardingSentences.confirmationSent };
  },
});
