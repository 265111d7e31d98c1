"use client";

import Link from "next/link";
import { buttonClass } from "@/components/ui/button-class";
import { trackEvent } from "@/lib/client/analytics";
import { homeSentences } from "@/lib/contracts/public-sentences";

/** The hero's main button; it reports which variant it was pressed in. */
export function HeroTrialLink({ variant }: { variant: string }) {
  return (
    <Link
      href="/pricing"
      className={buttonClass({ size: "lg" })}
      onClick={() => trackEvent("hero CTA clicked", { variant })}
    >
      {homeSentences.startTrial}
    </Link>
  );
}
