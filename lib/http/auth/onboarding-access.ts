import { onboardingMessages } from "@/lib/messages/onboarding";
import type { OnboardingCaller } from "@/lib/domain/onboarding/consent-steps";
import { AppError } from "@/lib/platform/app-error";
import type { Guard } from "../route/access";
import { readCheckoutUid } from "./checkout-cookie";
import { readSession } from "./session";

/**
 * Lets in browsers that came through a checkout and signed-in subscribers. Which records are
 * theirs is decided where the records are read. Anybody else learns nothing, not even that there
 * is something: 404.
 */
export const onboardingBrowser: Guard<OnboardingCaller> = {
  name: "checkout or subscriber",
  security: [{ checkout: [] }, { session: ["subscriber"] }],
  errors: [[404, "The browser has neither been through a checkout nor is it logged in"]],
  async admit({ ctx, cookies }) {
    const uid = readCheckoutUid(ctx, cookies);
    const session = await readSession(ctx, cookies);
    const subscriberId = session?.role === "subscriber" ? session.subscriberId : null;
    if (uid === null && subscriberId === null) {
      throw new AppError(404, onboardingMessages.notFound);
    }
    return { uid, subscriberId };
  },
};
