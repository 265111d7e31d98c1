import { limits } from "@/lib/contracts/limits";
import { phoneNumberSchema } from "@/lib/contracts/onboarding";
import { accountMessages } from "@/lib/messages/account";
import { startPhoneChange } from "@/lib/domain/account/phone-change";
import { route } from "@/lib/http/route/route";

/** POST /api/user/phone: texts a code to the number that is to be the subscriber's. */
export const POST = route({
  access: "subscriber",
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  body: phoneNumberSchema,
  handler: async ({ ctx, caller, body, clientAddress }) => ({
    message: accountMessages.codeSent,
    phoneNumber: await startPhoneChange(ctx, caller.subscriberId, {
      phoneNumber: body.phoneNumber,
      clientAddress,
    }),
  }),
});
