import { z } from "zod";
import { formatAmount } from "./plans";

/** When a cancellation takes effect (docs/product-spec.md, section 11.3). */
export const cancellationPreferences = ["stop_immediately", "continue_until_expiry"] as const;

/** When a cancellation takes effect. */
export type CancellationPreference = (typeof cancellationPreferences)[number];

/** The status shown to subscribers (docs/product-spec.md, section 11.1). */
export type SubscriptionStatusLabel = "Free Trial" | "Active" | "Past Due" | "Paused" | "Cancelled";

/** Response of `POST /api/user/billing-portal`. */
export const billingPortalSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** Codes of a charge that didn't work. */
export const paymentErrorCodes = {
  declined: "payment_declined",
  /** It may have worked. */
  unknown: "payment_unknown",
} as const;

/** A second free trial that isn't served, and what it costs to start the subscription without one. */
export const startOfferSchema = z.object({
  /** Paddle's. */
  subscriptionId: z.string(),
  amount: z.int().describe("In the currency's smallest unit, before tax"),
  currency: z.string().describe("ISO 4217"),
  interval: z.enum(["month", "year"]),
});

export type StartOffer = z.infer<typeof startOfferSchema>;

/** `$5 per month` */
export function describeOffer({ amount, currency, interval }: StartOffer): string {
  return `${formatAmount(amount, currency)} per ${interval}`;
}

/** Response of `GET /api/subscription/start-now`. */
export const startOfferAnswerSchema = z.object({ offer: startOfferSchema.nullable() });

/** Body of `POST /api/subscription/start-now`. */
export const startNowSchema = startOfferSchema.pick({ subscriptionId: true });
