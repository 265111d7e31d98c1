import { z } from "zod";

/** When a cancellation takes effect (docs/product-spec.md, section 11.3). */
export const cancellationPreferences = ["stop_immediately", "continue_until_expiry"] as const;

/** When a cancellation takes effect. */
export type CancellationPreference = (typeof cancellationPreferences)[number];

/** The status shown to subscribers (docs/product-spec.md, section 11.1). */
export type SubscriptionStatusLabel = "Free Trial" | "Active" | "Past Due" | "Paused" | "Cancelled";

/** Response of `POST /api/user/billing-portal`. */
export const billingPortalSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
