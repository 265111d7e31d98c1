export type CatalogPrice = {
  priceId: string;
  plan: "monthly" | "annual";
  interval: "month" | "year";
  /** In cents, as a string, like in Paddle's API. */
  amount: string;
};

const madeAt = "2026-01-01T00:00:00.000000Z";
const productId = "pro_01sandbox0000000000briefing";

export const trialDays = 7;

/** The two prices, with the ids that the service is configured with. */
export function makeCatalog(ids: {
  monthlyPriceId: string;
  annualPriceId: string;
}): CatalogPrice[] {
  return [
    { priceId: ids.monthlyPriceId, plan: "monthly", interval: "month", amount: "500" },
    { priceId: ids.annualPriceId, plan: "annual", interval: "year", amount: "4000" },
  ];
}

export function productEntity() {
  return {
    id: productId,
    name: "Daily briefing",
    type: "standard",
    description: "Three headlines every weekday morning",
    tax_category: "standard",
    image_url: null,
    custom_data: null,
    status: "active",
    created_at: madeAt,
    updated_at: madeAt,
    import_meta: null,
  };
}

export function priceEntity({ priceId, plan, interval, amount }: CatalogPrice) {
  return {
    id: priceId,
    product_id: productId,
    description: plan === "annual" ? "Annual" : "Monthly",
    type: "standard",
    name: plan === "annual" ? "Annual plan" : "Monthly plan",
    billing_cycle: { interval, frequency: 1 },
    trial_period: { interval: "day", frequency: trialDays },
    tax_mode: "account_setting",
    unit_price: { amount, currency_code: "USD" },
    unit_price_overrides: [],
    quantity: { minimum: 1, maximum: 1 },
    status: "active",
    created_at: madeAt,
    updated_at: madeAt,
    custom_data: null,
    import_meta: null,
  };
}
