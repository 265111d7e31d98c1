/** In the order of the pricing page. */
export const planNames = ["annual", "monthly"] as const;

export type PlanName = (typeof planNames)[number];

/** docs/product-spec.md, section 1.2. */
export type Plan = {
  name: PlanName;
  priceCents: number;
  interval: "month" | "year";
  /** Value of the `subscription started` analytics event. */
  analyticsValue: number;
};

/** The only place that has prices. */
export const plans: Readonly<Record<PlanName, Plan>> = {
  annual: { name: "annual", priceCents: 4_000, interval: "year", analyticsValue: 60 },
  monthly: { name: "monthly", priceCents: 500, interval: "month", analyticsValue: 6 },
};

/** Days before the first charge. */
export const trialDays = 7;

/** The reminder goes out this many days before the first charge. */
export const trialReminderLeadDays = 2;

/** `500` → `$5`, `450` → `$4.50`. */
export function formatPrice(priceCents: number): string {
  const dollars = priceCents / 100;
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`;
}

/**
 * An amount that was charged: `500`, `USD` → `$5`.
 *
 * @param amount in the currency's smallest unit, as Paddle writes it
 * @param currency ISO 4217 code
 */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  });
  return format.format(amount / 10 ** decimalsOf(currency));
}

/** How many decimals a currency has: 2 for dollars, none for yen. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** `$40 per year` */
export function describePrice(plan: PlanName): string {
  const { priceCents, interval } = plans[plan];
  return `${formatPrice(priceCents)} per ${interval}`;
}

/** What the annual plan saves over twelve months of the monthly one, in whole percent. */
export function annualSavingPercent(): number {
  return Math.round(100 * (1 - plans.annual.priceCents / (12 * plans.monthly.priceCents)));
}
