import { messageSchema } from "@/lib/contracts/responses/message";
import { phoneNumberSchema } from "@/lib/contracts/onboarding";
import { confirmationScreen } from "@/lib/messages/onboarding";
import { resendConfirmationText } from "@/lib/domain/onboarding/consent-steps";
import { textErrors } from "@/lib/http/route/reference";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: onboardingBrowser,
  summary: "Sends the confirmation text again",
  body: phoneNumberSchema,
  responses: { 200: messageSchema },
  errors: [
    [404, "The number isn't this browser's"],
    [409, "Texts weren't consented to"],
    ...textErrors,
  ],
  handler: async ({ ctx, body, caller, clientAddress }) => {
    await resendConfirmationText(ctx, {
      phoneNumber: body.phoneNumber,
      caller,
      clientAddress,
    });
    return { message: confirmationScreen.sent };
  },
});
