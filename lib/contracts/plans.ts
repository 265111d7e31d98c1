/** The two ways to pay, in the order in which the pricing page shows them. */
export const planNames = ["annual", "monthly"] as const;

/** A way to pay. */
export type PlanName = (typeof planNames)[number];

/** What a plan costs and how it is spoken of (spec, sections 2 and 9). */
export type Plan = {
  name: PlanName;
  priceCents: number;
  interval: "month" | "year";
  /** Value of the `subscription started` analytics event. */
  analyticsValue: number;
};

/** The one place where prices stand; the cards of the pricing page and the sandbox follow it. */
export const plans: Readonly<Record<PlanName, Plan>> = {
  annual: { name: "annual", priceCents: 4_000, interval: "year", analyticsValue: 60 },
  monthly: { name: "monthly", priceCents: 500, interval: "month", analyticsValue: 6 },
};

/** Days before the first charge. */
export const trialDays = 7;

/** Days before the first charge at which the reminder goes out. */
export const trialReminderLeadDays = 2;

/** `500` → `$5`, `450` → `$4.50`. */
export function formatPrice(priceCents: number): string {
  const dollars = priceCents / 100;
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`;
}

/** `500` and `4000` → 33: what a year's payment saves against twelve months, in whole percent. */
export function annualSavingPercent(): number {
  return Math.round(100 * (1 - plans.annual.priceCents / (12 * plans.monthly.priceCents)));
}
