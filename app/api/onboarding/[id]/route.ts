import { idParamsSchema } from "@/lib/contracts/primitives";
import { getOnboarding } from "@/lib/domain/onboarding/consent-steps";
import { onboardingBrowser } from "@/lib/http/auth/onboarding-access";
import { route } from "@/lib/http/route/route";

/** GET /api/onboarding/{id}: what the onboarding screens show, to their own browser alone. */
export const GET = route({
  access: onboardingBrowser,
  params: idParamsSchema,
  handler: async ({ ctx, params, caller }) => ({
    data: await getOnboarding(ctx, params.id, caller),
  }),
});
