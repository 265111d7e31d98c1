import { idParamsSchema } from "@/lib/contracts/identifiers";
import { getOnboarding } from "@/lib/domain/subscribers/onboarding";
import { onboardingBrowser } from "@/lib/http/onboarding-access";
import { route } from "@/lib/http/route";

/** GET /api/onboarding/{id}: what the onboarding screens show, to their own browser alone. */
export const GET = route({
  access: onboardingBrowser,
  params: idParamsSchema,
  handler: async ({ ctx, params, caller }) => ({
    data: await getOnboarding(ctx, params.id, caller),
  }),
});
