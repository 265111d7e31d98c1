import { limits } from "@/lib/contracts/limits";
import { phoneNumberSchema } from "@/lib/contracts/onboarding";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { setOnboardingPhone } from "@/lib/domain/onboarding/consent-steps";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";

/** POST /api/onboarding/{id}/phone: the number that texts go to, once they are consented to. */
export const POST = route({
  access: onboardingBrowser,
  rateLimit: { name: "onboarding", limit: limits.onboardingPerAddress },
  params: idParamsSchema,
  body: phoneNumberSchema,
  handler: async ({ ctx, params, body, caller }) => ({
    data: await setOnboardingPhone(ctx, { ...params, ...body, caller }),
    message: onboardingMessages.phoneSaved,
  }),
});
