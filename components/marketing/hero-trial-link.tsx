"use client";

import { buttonClass } from "@/components/ui/button-class";
import { trackEvent } from "@/lib/client/analytics";
import { homeMessages } from "@/lib/messages/site";

// As a document of its own, for the checkout's scripts to be allowed: see SiteLink.
const pricingAddress = "/pricing";

/** The hero's main button; it reports which variant it was pressed in. */
export function HeroTrialLink({ variant }: { variant: string }) {
  return (
    <a
      href={pricingAddress}
      className={buttonClass({ size: "lg" })}
      onClick={() => trackEvent("hero CTA clicked", { variant })}
    >
      {homeMessages.startTrial}
    </a>
  );
}
