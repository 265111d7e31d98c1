import { z } from "zod";

/** When a cancellation takes effect (spec, section 3). */
export const cancellationPreferences = ["stop_immediately", "continue_until_expiry"] as const;

/** When a cancellation takes effect. */
export type CancellationPreference = (typeof cancellationPreferences)[number];

/** What a subscriber reads about their subscription (decisions, "Subscribers, money, status"). */
export type SubscriptionStatusLabel = "Free Trial" | "Active" | "Past Due" | "Paused" | "Cancelled";

/** What `POST /api/user/billing-portal` answers. */
export const billingPortalSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
