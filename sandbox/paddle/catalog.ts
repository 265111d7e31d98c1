export type CatalogPrice = {
  priceId: string;
  /** `other` is a different product of the same account, such as an app. */
  plan: "monthly" | "annual" | "other";
  interval: "month" | "year";
  /** In the currency's smallest unit, as a string, like in Paddle's API. */
  amount: string;
  /** ISO 4217 code; USD by default. */
  currency?: string | undefined;
};

const madeAt = "2026-01-01T00:00:00.000000Z";
const products = {
  briefing: {
    id: "pro_01sandbox0000000000briefing",
    name: "Daily briefing",
    description: "Three headlines every weekday morning",
  },
  other: {
    id: "pro_01sandbox00000000000000other",
    name: "Another app",
    description: "Nothing to do with the briefing",
  },
} as const;

const planNames = { monthly: "Monthly", annual: "Annual", other: "Other" } as const;

export const plans = ["monthly", "annual", "other"] as const;

export const trialDays = 7;

/** The two prices, with the ids that the service is configured with, and one for a different product. */
export function makeCatalog(ids: {
  monthlyPriceId: string;
  annualPriceId: string;
}): CatalogPrice[] {
  return [
    { priceId: ids.monthlyPriceId, plan: "monthly", interval: "month", amount: "500" },
    { priceId: ids.annualPriceId, plan: "annual", interval: "year", amount: "4000" },
    { priceId: "pri_01sandbox000000000000other", plan: "other", interval: "month", amount: "0" },
  ];
}

export function productEntity(plan: CatalogPrice["plan"] = "monthly") {
  return {
    ...products[plan === "other" ? "other" : "briefing"],
    type: "standard",
    tax_category: "standard",
    image_url: null,
    custom_data: null,
    status: "active",
    created_at: madeAt,
    updated_at: madeAt,
    import_meta: null,
  };
}

export function priceEntity({ priceId, plan, interval, amount, currency = "USD" }: CatalogPrice) {
  return {
    id: priceId,
    product_id: productEntity(plan).id,
    description: planNames[plan],
    type: "standard",
    name: `${planNames[plan]} plan`,
    billing_cycle: { interval, frequency: 1 },
    trial_period: { interval: "day", frequency: trialDays },
    tax_mode: "account_setting",
    unit_price: { amount, currency_code: currency },
    unit_price_overrides: [],
    quantity: { minimum: 1, maximum: 1 },
    status: "active",
    created_at: madeAt,
    updated_at: madeAt,
    custom_data: null,
    import_meta: null,
  };
}
