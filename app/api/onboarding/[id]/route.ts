import { onboardingAnswerSchema } from "@/lib/contracts/onboarding";
import { idParamsSchema } from "@/lib/contracts/primitives";
import { getOnboarding } from "@/lib/domain/onboarding/consent-steps";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";

export const GET = route({
  access: onboardingBrowser,
  summary: "Returns what the onboarding screens show",
  params: idParamsSchema,
  responses: { 200: onboardingAnswerSchema },
  errors: [[404, "The record isn't this browser's"]],
  handler: async ({ ctx, params, caller }) => ({
    data: await getOnboarding(ctx, params.id, caller),
  }),
});
