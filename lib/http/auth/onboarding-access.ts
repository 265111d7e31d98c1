import type { OnboardingCaller } from "@/lib/domain/onboarding/consent-steps";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import type { Guard } from "../route/access";
import { readCheckoutUid } from "./checkout-cookie";
import { readSession } from "./session";

/**
 * Admits browsers that came through a checkout and logged-in subscribers. The domain decides which
 * records are theirs. Everyone else gets 404, so that they can't tell which records exist.
 */
export const onboardingBrowser: Guard<OnboardingCaller> = {
  name: "checkout or subscriber",
  security: [{ checkout: [] }, { session: [] }],
  errors: [[404, "The browser hasn't been through a checkout and isn't logged in"]],
  async admit({ ctx, cookies }) {
    const uid = readCheckoutUid(ctx, cookies);
    const session = await readSession(ctx, cookies, "subscriber");
    const subscriberId = session?.subscriberId ?? null;
    if (uid === null && subscriberId === null) {
      throw new AppError(404, httpMessages.notFound);
    }
    return { uid, subscriberId };
  },
};
