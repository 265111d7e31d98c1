import { textSentSchema } from "@/lib/contracts/responses/onboarding";
import { limits } from "@/lib/contracts/limits";
import { phoneNumberSchema } from "@/lib/contracts/onboarding";
import { accountMessages } from "@/lib/messages/account";
import { startPhoneChange } from "@/lib/domain/account/phone-change";
import { textErrors } from "@/lib/http/route/reference";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: "subscriber",
  summary: "Texts a code to a new number",
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  body: phoneNumberSchema,
  responses: { 200: textSentSchema },
  errors: [[409, "This is already the number"], ...textErrors],
  handler: async ({ ctx, caller, body, clientAddress }) => ({
    message: accountMessages.codeSent,
    phoneNumber: await startPhoneChange(ctx, caller.subscriberId, {
      phoneNumber: body.phoneNumber,
      clientAddress,
    }),
  }),
});
