import { formatAmount } from "@/lib/contracts/money";
import { listPrice, planNames, plans, trialDays, type PlanName } from "@/lib/contracts/plans";
import type { ListedPrice } from "@/lib/domain/ports/provider-accounts";
import { fail, listOf, pass, warn, type Check } from "./check";
import { problemOf } from "./mail-checks";

const key: Check = {
  name: "Paddle key",
  fix: "Set PADDLE_API_KEY to a key from Paddle under Developer tools → Authentication, with the permissions in docs/deploy.md.",
  async run({ payments }) {
    const missing = await payments.listMissingPermissions();
    if (missing && missing.length > 0) return fail(`it isn’t allowed ${listOf(missing)}`);
    await payments.listWebhooks();
    return pass(missing ? "accepted, with all permissions" : "accepted");
  },
};

const account: Check = {
  name: "Paddle account",
  fix: "To go live, set the Paddle, Postmark, and Twilio variables to those of live accounts, and start with an empty database.",
  async run({ settings }) {
    if (settings.isSandbox) return pass("the sandbox");
    if (!settings.isRehearsal) return pass("live");
    return warn("Paddle’s sandbox, where no payment is real");
  },
};

const domain: Check = {
  name: "Paddle domain",
  fix: "In Paddle under Checkout → Website approval, add the site’s domain and wait for its approval. Until then, no checkout opens.",
  async run({ payments, settings }) {
    if (settings.isRehearsal) return pass("not needed in Paddle’s sandbox");
    const { hostname } = new URL(settings.siteUrl);
    const found = await payments.listCheckoutDomains();
    if (!found) {
      return warn(
        `Paddle doesn’t say whether ${hostname} is approved`,
        "Give the key the permission checkout_domain.read, or look in Paddle under Checkout → Website approval.",
      );
    }
    const status = found.find((each) => each.domain === hostname)?.status;
    if (status === "approved") return pass(`${hostname} is approved`);
    return fail(
      status ? `${hostname}: ${status}` : `${hostname} isn’t one of the account’s domains`,
    );
  },
};

const paymentLink: Check = {
  name: "Paddle payment link",
  fix: "In Paddle under Checkout → Checkout settings, set the default payment link to {SITE_URL}/pricing. Links in Paddle’s emails open there, and without one, Paddle refuses every purchase.",
  async run({ payments, settings }) {
    const link = await payments.readPaymentLink();
    if (!link) {
      return warn(
        "Paddle doesn’t say what it is",
        "Give the key the permission checkout_settings.read, or look in Paddle under Checkout → Checkout settings: it must be {SITE_URL}/pricing.",
      );
    }
    if (link.url === null) return fail("there is none");
    const isOurs = link.url.replace(/\/$/, "") === `${settings.siteUrl}/pricing`;
    return isOurs ? pass(link.url) : fail(`it leads to ${link.url}`);
  },
};

/** How a price at Paddle differs from what the pricing page promises; null when it doesn't. */
function differenceOf(name: PlanName, price: ListedPrice): string | null {
  const plan = plans[name];
  const promised = [listPrice(name), `1 ${plan.interval}`, `${trialDays} day`];
  const charged = [
    formatAmount(price.amount, price.currency),
    price.interval ?? "once",
    price.trial ?? "no trial",
  ];
  if (!price.isActive) return `${price.id} is archived`;
  const at = promised.findIndex((each, index) => each !== charged[index]);
  if (at === -1) return null;
  const what = ["price", "billing period", "free trial"][at];
  return `the pricing page’s ${what} is ${promised[at]}, Paddle’s is ${charged[at]}`;
}

const prices: Check = {
  name: "Paddle prices",
  fix: "Set PADDLE_PRICE_MONTHLY and PADDLE_PRICE_ANNUAL to the prices in Paddle under Catalog that match lib/contracts/plans.ts.",
  async run({ payments }) {
    const countries = new Set<string>();
    for (const name of planNames) {
      const price = await payments.readPrice(name);
      const difference = differenceOf(name, price);
      if (difference !== null) return fail(`${name} plan: ${difference}`);
      for (const country of price.countries) countries.add(country);
    }
    const shown = planNames.map((name) => `${listPrice(name)} ${name}`);
    const all = `${shown.join(" and ")}, with a ${trialDays}-day trial`;
    if (countries.size === 0) return pass(all);
    return pass(
      `${all}; other prices in ${[...countries].join(", ")}, which /pricing doesn’t show`,
    );
  },
};

const webhooks: Check = {
  name: "Paddle webhooks",
  fix: "In Paddle under Developer tools → Notifications, add {SITE_URL}/api/webhooks/paddle with the events in docs/deploy.md, and set PADDLE_WEBHOOK_SECRET to its secret.",
  async run({ payments, settings }) {
    const url = `${settings.siteUrl}/api/webhooks/paddle`;
    const found = (await payments.listWebhooks()).find((webhook) => webhook.url === url);
    if (!found) return fail(`no notification goes to ${url}`);
    const problem = problemOf(found);
    return problem === null ? pass(url) : fail(`${url}: ${problem}`);
  },
};

export const paymentsChecks: readonly Check[] = [
  account,
  key,
  prices,
  webhooks,
  domain,
  paymentLink,
];
