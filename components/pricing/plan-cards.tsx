"use client";

import { useEffect, useState } from "react";
import { TrackView } from "@/components/layout/track-view";
import { trackError, trackEvent } from "@/lib/client/analytics";
import {
  type CheckoutConfig,
  type CheckoutEvent,
  openCheckout,
  prepareCheckout,
} from "@/lib/client/checkout";
import type { PlanName } from "@/lib/contracts/plans";
import { PlanCard, type PlanOffer } from "./plan-card";

/** A click on a plan opens Paddle's checkout, one at a time. */
export function PlanCards({
  offers,
  checkout,
}: {
  offers: readonly PlanOffer[];
  checkout: CheckoutConfig;
}) {
  const [opening, setOpening] = useState<PlanName | null>(null);

  useEffect(() => void prepareCheckout(checkout), [checkout]);

  const start = ({ name, analyticsValue }: PlanOffer) => {
    const onEvent = (event: CheckoutEvent) => {
      setOpening(null);
      if (event !== "completed") return;
      trackEvent("subscription started", { plan: name, value: analyticsValue });
    };
    if (openCheckout(checkout, name, onEvent)) setOpening(name);
    else {
      trackError("checkout_not_ready");
      void prepareCheckout(checkout);
    }
  };

  return (
    <div className="grid border-t-[3px] border-b border-ink min-[44rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {offers.map((offer) => (
        <PlanCard
          key={offer.name}
          offer={offer}
          isOpening={opening === offer.name}
          onStart={() => (opening === null ? start(offer) : undefined)}
        />
      ))}
      <TrackView event="pricing page viewed" />
    </div>
  );
}
