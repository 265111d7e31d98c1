import { formatAmount, type Price } from "./money";

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

/** What pages and emails say. Paddle charges what its own prices say; `doctor` compares them. */
export const plans: Readonly<Record<PlanName, Plan>> = {
  annual: { name: "annual", priceCents: 4_000, interval: "year", analyticsValue: 60 },
  monthly: { name: "monthly", priceCents: 500, interval: "month", analyticsValue: 6 },
};

const listCurrency = "USD";

export function otherPlan(plan: PlanName): PlanName {
  return plan === "annual" ? "monthly" : "annual";
}

/** Days before the first charge. */
export const trialDays = 7;

/** What a plan costs before it's bought: `$5`. */
export function listPrice(name: PlanName): string {
  return formatAmount(plans[name].priceCents, listCurrency);
}

/** The part of a stored subscription that says what it costs. */
export type StoredPrice = {
  plan: string | null;
  price: bigint | null;
  currency: string | null;
  isTaxAdded: boolean;
  isDiscounted: boolean;
};

/**
 * What a stored subscription costs: what Paddle says, or the list price of one that Paddle doesn't bill. An
 * unknown plan counts as monthly.
 */
export function priceOf({ plan, price, currency, ...terms }: StoredPrice): Price {
  const { interval, priceCents } = plans[plan === "annual" ? "annual" : "monthly"];
  const { isTaxAdded, isDiscounted } = terms;
  return price === null || currency === null
    ? { amount: priceCents, currency: listCurrency, interval, isTaxAdded, isDiscounted }
    : { amount: Number(price), currency, interval, isTaxAdded, isDiscounted };
}

/** What the annual plan saves over twelve months of the monthly one, in whole percent. */
export function annualSavingPercent(): number {
  return Math.round(100 * (1 - plans.annual.priceCents / (12 * plans.monthly.priceCents)));
}
