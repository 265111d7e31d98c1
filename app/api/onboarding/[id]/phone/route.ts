import { onboardingPhoneSchema } from "@/lib/contracts/responses/onboarding";
import { limits } from "@/lib/contracts/limits";
import { phoneNumberSchema } from "@/lib/contracts/onboarding";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { setOnboardingPhone } from "@/lib/domain/onboarding/consent-steps";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";

export const POST = route({
  access: onboardingBrowser,
  summary: "Saves the number that texts go to after consent",
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  params: idParamsSchema,
  body: phoneNumberSchema,
  responses: { 200: onboardingPhoneSchema },
  errors: [
    [404, "The record isn't this browser's"],
    [409, "Three numbers were already tried, or the number changes only in the account"],
  ],
  handler: async ({ ctx, params, body, caller }) => ({
    data: await setOnboardingPhone(ctx, { ...params, ...body, caller }),
    message: onboardingMessages.phoneSaved,
  }),
});
