import { annualSavingPercent, listPrice, plans, trialDays } from "@/lib/contracts/plans";
import { pricingMessages } from "@/lib/messages/pricing";
import type { PlanOffer } from "./plan-card";

const { features, flexible, saving } = pricingMessages;
const sharedFeatures = [features.trial(trialDays), features.updates, features.cancel];

function offer(name: PlanOffer["name"]): Pick<PlanOffer, "price" | "interval" | "analyticsValue"> {
  const { interval, analyticsValue } = plans[name];
  return { price: listPrice(name), interval, analyticsValue };
}

/** Both plans as the pricing page offers them. */
export const planOffers: readonly PlanOffer[] = [
  {
    ...offer("annual"),
    name: "annual",
    title: "Annual",
    note: saving(annualSavingPercent()),
    features: [...sharedFeatures, features.yearly],
    isMostPopular: true,
  },
  {
    ...offer("monthly"),
    name: "monthly",
    title: "Monthly",
    note: flexible,
    features: [...sharedFeatures, features.monthly],
    isMostPopular: false,
  },
];
