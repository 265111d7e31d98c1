import {
  formatAmount,
  formatPrice,
  planNames,
  plans,
  trialDays,
  type PlanName,
} from "@/lib/contracts/plans";
import type { ListedPrice } from "@/lib/domain/ports/provider-accounts";
import { fail, pass, type Check } from "./check";
import { problemOf } from "./mail-checks";

const key: Check = {
  name: "Paddle key",
  fix: "Set PADDLE_API_KEY to a key from Paddle under Developer tools → Authentication, with permission to read prices and notification settings.",
  async run({ payments }) {
    await payments.listWebhooks();
    return pass("accepted");
  },
};

/** How a price at Paddle differs from what the pricing page promises; null when it doesn't. */
function differenceOf(name: PlanName, price: ListedPrice): string | null {
  const plan = plans[name];
  const promised = [formatPrice(plan.priceCents), `1 ${plan.interval}`, `${trialDays} day`];
  const charged = [
    formatAmount(price.amount, price.currency),
    price.interval ?? "once",
    price.trial ?? "no trial",
  ];
  if (!price.isActive) return `${price.id} is archived`;
  const at = promised.findIndex((each, index) => each !== charged[index]);
  if (at === -1) return null;
  const what = ["price", "billing period", "free trial"][at];
  return `the pricing page's ${what} is ${promised[at]}, Paddle's is ${charged[at]}`;
}

const prices: Check = {
  name: "Paddle prices",
  fix: "Set PADDLE_PRICE_MONTHLY and PADDLE_PRICE_ANNUAL to the prices in Paddle under Catalog that match lib/contracts/plans.ts.",
  async run({ payments }) {
    for (const name of planNames) {
      const difference = differenceOf(name, await payments.readPrice(name));
      if (difference !== null) return fail(`${name} plan: ${difference}`);
    }
    const shown = planNames.map((name) => `${formatPrice(plans[name].priceCents)} ${name}`);
    return pass(`${shown.join(" and ")}, with a ${trialDays}-day trial`);
  },
};

const webhooks: Check = {
  name: "Paddle webhooks",
  fix: "In Paddle under Developer tools → Notifications, add {SITE_URL}/api/webhooks/paddle with all customer, subscription, transaction, and adjustment events, and set PADDLE_WEBHOOK_SECRET to its secret.",
  async run({ payments, settings }) {
    const url = `${settings.siteUrl}/api/webhooks/paddle`;
    const found = (await payments.listWebhooks()).find((webhook) => webhook.url === url);
    if (!found) return fail(`no notification goes to ${url}`);
    const problem = problemOf(found);
    return problem === null ? pass(url) : fail(`${url}: ${problem}`);
  },
};

export const paymentsChecks: readonly Check[] = [key, prices, webhooks];
