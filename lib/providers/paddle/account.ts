import type { PlanName } from "@/lib/contracts/plans";
import type { PaymentsAccount } from "@/lib/domain/ports/provider-accounts";
import { equalInConstantTime } from "@/lib/platform/tokens";
import { createSdk, within } from "./calls";

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
  "customer.updated",
  "subscription.created",
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

function describe(period: { frequency: number; interval: string } | null): string | null {
  return period && `${period.frequency} ${period.interval}`;
}

/** Reads how our account at Paddle is set up (https://developer.paddle.com/api-reference/overview). */
export function createPaddleAccount(settings: PaddleAccountSettings): PaymentsAccount {
  const paddle = createSdk(settings);
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
  };
}
