"use client";

import { buttonClass } from "@/components/ui/button-class";
import { trackEvent } from "@/lib/client/analytics";
import { homeMessages } from "@/lib/messages/site";

// A full page load, so that the checkout's scripts are allowed: see SiteLink.
const pricingPath = "/pricing";

/** The hero's main button. It reports the variant in which it was clicked. */
export function HeroTrialLink({ variant }: { variant: string }) {
  return (
    <a
      href={pricingPath}
      className={buttonClass({ size: "lg" })}
      onClick={() => trackEvent("hero CTA clicked", { variant })}
    >
      {homeMessages.startTrial}
    </a>
  );
}
