import { z } from "zod";

/** When a cancellation takes effect (spec, section 3). */
export const cancellationPreferences = ["stop_immediately", "continue_until_expiry"] as const;

/** When a cancellation takes effect. */
export type CancellationPreference = (typeof cancellationPreferences)[number];

/** What a subscriber reads about their subscription (decisions, "Subscribers, money, status"). */
export type SubscriptionStatusLabel = "Free Trial" | "Active" | "Past Due" | "Paused" | "Cancelled";

/** Exact sentences around money. */
export const billingSentences = {
  noSubscription: "There is no subscription to cancel.",
  cancelUnavailable:
    "We could not reach our payment provider, so nothing was changed. Please try again shortly.",
  noPortal:
    "Your subscription is not billed through our payment provider. For changes, please write to support.",
  portalUnavailable: "We could not reach our payment provider. Please try again in a moment.",
} as const;

/** What `POST /api/user/billing-portal` answers. */
export const billingPortalSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
