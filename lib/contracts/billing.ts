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
  /** What is told of a subscription under which no ordinary charge follows. */
  notes: {
    none: "There is no subscription, and nothing will be charged.",
    imported: "This subscription is not billed through our payment provider.",
    pastDue: "The last payment failed. It is tried again; you can change the card below.",
    paused: "Your subscription is paused. Nothing is charged meanwhile.",
    cancelled: "Nothing more will be charged.",
  },
} as const;

/** What `GET /api/user/billing` answers. */
export const billingViewSchema = z.object({
  /** Null without a subscription, or when its plan is not known. */
  plan: z.object({ name: z.enum(["Annual", "Monthly"]), price: z.string() }).nullable(),
  /** Null when no charge follows. */
  nextCharge: z
    .object({
      /** `YYYY-MM-DD` in the person's own timezone. */
      localDate: z.string(),
      /** Such as `$40`; null when the plan is not known. */
      amount: z.string().nullable(),
      /** The trial ends with it. */
      isFirst: z.boolean(),
    })
    .nullable(),
  /** A sentence about what is out of the ordinary. */
  note: z.string().nullable(),
  /** Whether the payment company shows this person their card and invoices. */
  hasPortal: z.boolean(),
});

/** A subscriber's own billing. */
export type BillingView = z.infer<typeof billingViewSchema>;

/** What `POST /api/user/billing-portal` answers. */
export const billingPortalSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });
