import type { PlanName } from "@/lib/contracts/plans";
import type { PaymentsAccount } from "@/lib/domain/ports/provider-accounts";
import { equalInConstantTime } from "@/lib/platform/tokens";
import { z } from "zod";
import { baseUrlOf, createSdk, within } from "./calls";

export type PaddleAccountSettings = {
  apiKey: string;
  /** Base URL of the sandbox; undefined means Paddle itself. */
  apiUrl: string | undefined;
  webhookSecret: string;
  priceIds: Record<PlanName, string>;
};

const timeoutMs = 10_000;

/** The events that our webhook needs. */
export const requiredEvents = [
  "customer.created",
  "customer.imported",
  "customer.updated",
  "subscription.created",
  "subscription.imported",
  "subscription.trialing",
  "subscription.activated",
  "subscription.updated",
  "subscription.past_due",
  "subscription.paused",
  "subscription.resumed",
  "subscription.canceled",
  "transaction.completed",
  "transaction.payment_failed",
  "adjustment.created",
  "adjustment.updated",
];

/**
 * The permissions that the calls in this folder need. Write permission includes reading
 * (https://developer.paddle.com/api-reference/about/permissions).
 */
export const requiredPermissions = [
  "customer.read",
  "customer_portal_session.write",
  "subscription.write",
  // A link to change the card is a new transaction.
  "transaction.write",
  "adjustment.write",
  "price.read",
  "notification_setting.read",
  "checkout_domain.read",
  "checkout_settings.read",
];

const callerSchema = z.object({ caller: z.object({ permissions: z.array(z.string()) }) });
const domainsSchema = z.array(z.object({ domain: z.string(), status: z.string() }));
const linkSchema = z.object({ default_url: z.string().nullable() });

function describe(period: { frequency: number; interval: string } | null): string | null {
  return period && `${period.frequency} ${period.interval}`;
}

/** Reads how our account at Paddle is set up (https://developer.paddle.com/api-reference/overview). */
export function createPaddleAccount(settings: PaddleAccountSettings): PaymentsAccount {
  const paddle = createSdk(settings);

  /** Reads what the SDK can't. Null if Paddle refuses or the response has a different form. */
  async function ask<Data>(path: string, schema: z.ZodType<Data>): Promise<Data | null> {
    const response = await within(
      timeoutMs,
      fetch(`${baseUrlOf(settings)}${path}`, {
        headers: { authorization: `Bearer ${settings.apiKey}`, "paddle-version": "1" },
        signal: AbortSignal.timeout(timeoutMs),
      }),
    );
    const body: unknown = await response.json().catch(() => null);
    return z.object({ data: schema }).safeParse(body).data?.data ?? null;
  }

  return {
    async readPrice(plan) {
      const price = await within(timeoutMs, paddle.prices.get(settings.priceIds[plan]));
      return {
        id: price.id,
        amount: Number(price.unitPrice.amount),
        currency: price.unitPrice.currencyCode,
        interval: describe(price.billingCycle),
        trial: describe(price.trialPeriod),
        isActive: price.status === "active",
        countries: price.unitPriceOverrides.flatMap(({ countryCodes }) => countryCodes),
      };
    },
    async listWebhooks() {
      const found = await within(timeoutMs, paddle.notificationSettings.list());
      return found
        .filter(({ type }) => type === "url")
        .map((each) => {
          const subscribed = new Set<string>(each.subscribedEvents.map(({ name }) => name));
          return {
            url: each.destination,
            isActive: each.active && each.trafficSource !== "simulation",
            missingEvents: requiredEvents.filter((name) => !subscribed.has(name)),
            hasOurSecret: equalInConstantTime(each.endpointSecretKey, settings.webhookSecret),
          };
        });
    },

    async listMissingPermissions() {
      const found = await ask("/", callerSchema);
      if (!found) return null;
      const granted = new Set(found.caller.permissions);
      return requiredPermissions.filter(
        (each) => !granted.has(each) && !granted.has(each.replace(/read$/, "write")),
      );
    },
    listCheckoutDomains: () => ask("/checkout-domains?per_page=200", domainsSchema),
    async readPaymentLink() {
      const link = await ask("/settings/checkout-url", linkSchema);
      return link && { url: link.default_url };
    },
  };
}
