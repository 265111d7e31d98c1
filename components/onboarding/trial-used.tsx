"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { SupportHint } from "@/components/layout/support-link";
import { buttonClass } from "@/components/ui/button-class";
import { FetchError } from "@/lib/client/fetcher";
import { findStartOffer } from "@/lib/client/onboarding";
import type { StartOffer } from "@/lib/contracts/billing";
import { onboardingErrorCodes } from "@/lib/contracts/onboarding";
import { startNowScreen } from "@/lib/messages/billing";
import { StartNow } from "./start-now";

/** A second free trial that isn't served. Without an offer, its time to start is over. */
export type UsedTrial = { offer: StartOffer | null };

/** What a failed call says about the trial; null until one says that it isn't served. */
export function useUsedTrial() {
  const [usedTrial, setUsedTrial] = useState<UsedTrial | null>(null);
  /** Whether a call failed because the trial isn't served. */
  const recognize = async (failure: unknown): Promise<boolean> => {
    if (!(failure instanceof FetchError) || failure.code !== onboardingErrorCodes.trialUsed) {
      return false;
    }
    setUsedTrial({ offer: await findStartOffer().catch(() => null) });
    return true;
  };
  return { usedTrial, recognize, forget: () => setUsedTrial(null) };
}

export type TrialUsedProps = UsedTrial & {
  /** When the first briefing arrives, such as `Your first briefing arrives Monday, November 23.` */
  firstBriefing: string;
  onStarted: () => void;
  isContinuing: boolean;
};

/** Says that the trial isn't served or charged, and offers to start without one. */
export function TrialUsed({ offer, firstBriefing, onStarted, isContinuing }: TrialUsedProps) {
  // It replaces what was on the screen, so screen readers have to be told.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="trial-used" className="max-w-[31rem]">
      <h1 ref={heading} id="trial-used" tabIndex={-1} className="text-h1 font-[440] outline-none">
        {startNowScreen.title}
      </h1>
      <p className="mt-4 font-serif text-deck text-ink-2">{startNowScreen.canceled}</p>
      <p className="mt-6 mb-8 border-t-[3px] border-ink pt-6">
        {offer ? `${startNowScreen.offer} ${firstBriefing}` : startNowScreen.over}
      </p>
      {offer ? (
        <StartNow offer={offer} onStarted={onStarted} isContinuing={isContinuing} />
      ) : (
        <div className="grid gap-4">
          <div className="button-row">
            <Link href="/pricing" className={buttonClass()}>
              {startNowScreen.plans}
            </Link>
          </div>
          <SupportHint />
        </div>
      )}
    </section>
  );
}
