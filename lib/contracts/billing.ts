import { z } from "zod";
import { priceSchema } from "./money";
import { planNames } from "./plans";

/** When a cancellation takes effect (docs/product-spec.md, section 11.3). */
export const cancellationPreferences = ["stop_immediately", "continue_until_expiry"] as const;

/** When a cancellation takes effect. */
export type CancellationPreference = (typeof cancellationPreferences)[number];

/** The statuses of a subscription, as Paddle names them. */
export const paddleStatuses = ["trialing", "active", "past_due", "paused", "canceled"] as const;

export type PaddleStatus = (typeof paddleStatuses)[number];

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
export const startOfferSchema = priceSchema.extend({
  subscriptionId: z.string().describe("Paddle's"),
});

export type StartOffer = z.infer<typeof startOfferSchema>;

/** Response of `GET /api/subscription/plan`. */
export const planChangeSchema = z.object({
  plan: z.enum(planNames),
  price: priceSchema.describe("Of each period from then on"),
  charge: z
    .object({ amount: z.int(), currency: z.string() })
    .nullable()
    .describe("What is charged now, with tax; null for nothing"),
  at: z.iso.datetime().nullable().describe("When the plan changes; null for now"),
  nextChargeAt: z.iso.datetime().nullable(),
});

export type PlanChange = z.infer<typeof planChangeSchema>;

/** Body of `POST /api/subscription/plan`. */
export const changePlanSchema = planChangeSchema.pick({ plan: true });

/** Response of `GET /api/subscription/start-now`. */
export const startOfferAnswerSchema = z.object({ offer: startOfferSchema.nullable() });

/** Body of `POST /api/subscription/start-now`. */
export const startNowSchema = startOfferSchema.pick({ subscriptionId: true });
