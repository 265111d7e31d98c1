"use client";

import { useEffect, useRef, useState } from "react";
import { SupportLink } from "@/components/layout/support-link";
import { TrackView } from "@/components/layout/track-view";
import { Button } from "@/components/ui/button";
import { trackError, trackEvent } from "@/lib/client/analytics";
import {
  type CheckoutConfig,
  type CheckoutEvent,
  openCheckout,
  prepareCheckout,
} from "@/lib/client/checkout";
import type { PlanName } from "@/lib/contracts/plans";
import { pricingMessages } from "@/lib/messages/pricing";
import { PlanCard, type PlanOffer } from "./plan-card";

/** How long a click waits for the checkout before the page shows an error. */
const patienceMs = 8_000;

/**
 * A click on a plan opens Paddle's checkout, one at a time. It's remembered while Paddle's script loads;
 * if that takes too long or fails, the page says so and offers to try again.
 */
export function PlanCards({
  offers,
  checkout,
}: {
  offers: readonly PlanOffer[];
  checkout: CheckoutConfig;
}) {
  const [opening, setOpening] = useState<PlanName | null>(null);
  const [failed, setFailed] = useState<PlanOffer | null>(null);
  /** The latest click; a late result of an earlier one is ignored. */
  const latest = useRef(0);

  // On a phone, it's below the second card.
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failed) alert.current?.scrollIntoView({ block: "nearest" });
  }, [failed]);

  // A link to a transaction opens its checkout, as soon as the script is there.
  useEffect(() => void prepareCheckout(checkout), [checkout]);

  const start = async (offer: PlanOffer) => {
    const { name, analyticsValue } = offer;
    const click = (latest.current += 1);
    const end = () => {
      clearTimeout(timer);
      if (click === latest.current) setOpening(null);
    };
    const fail = () => {
      if (click !== latest.current) return;
      latest.current += 1;
      clearTimeout(timer);
      setOpening(null);
      setFailed(offer);
      trackError("checkout_not_ready");
    };
    const timer = setTimeout(fail, patienceMs);
    setFailed(null);
    setOpening(name);
    await prepareCheckout(checkout);
    if (click !== latest.current) return;
    const onEvent = (event: CheckoutEvent) => {
      end();
      if (event !== "completed") return;
      trackEvent("subscription started", { plan: name, value: analyticsValue });
    };
    if (!openCheckout(checkout, name, onEvent)) fail();
  };

  return (
    <>
      <div className="grid border-t-[3px] border-b border-ink min-[44rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {offers.map((offer) => (
          <PlanCard
            key={offer.name}
            offer={offer}
            isOpening={opening === offer.name}
            onStart={() => (opening === null ? void start(offer) : undefined)}
          />
        ))}
        <TrackView event="pricing page viewed" />
      </div>
      <div ref={alert} role="alert">
        {failed && (
          <div className="mt-6 flex max-w-[44rem] flex-wrap items-center justify-between gap-x-8 gap-y-3">
            <p className="max-w-[52ch]">
              <strong className="font-semibold text-alarm">{pricingMessages.checkoutFailed}</strong>{" "}
              {pricingMessages.checkoutFailedText} <SupportLink />
            </p>
            <Button variant="line" onClick={() => void start(failed)}>
              {pricingMessages.tryAgain}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
