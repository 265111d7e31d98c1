"use client";

import { SupportLink } from "@/components/layout/support-link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { serverMessage } from "@/lib/client/fetcher";
import { startNow } from "@/lib/client/onboarding";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { StartOffer } from "@/lib/contracts/billing";
import { describePrice } from "@/lib/contracts/money";
import { startNowScreen } from "@/lib/messages/billing";
import { emailOnboardingScreen } from "@/lib/messages/onboarding";

export type StartNowProps = {
  offer: StartOffer;
  /** Called once the card was charged. */
  onStarted: () => void;
  /** Whether the next step is in progress. */
  isContinuing: boolean;
};

/** Starts a subscription without a trial, and says that this charges the card. */
export function StartNow({ offer, onStarted, isContinuing }: StartNowProps) {
  const {
    mutate: start,
    isBusy,
    error,
  } = useSingleMutation({
    mutationFn: () => startNow(offer.subscriptionId),
    onSuccess: onStarted,
  });
  return (
    <div className="grid gap-4">
      <div className="button-row">
        <Button
          size="lg"
          isBusy={isBusy || isContinuing}
          aria-describedby="start-effect"
          onClick={() => start()}
          className="whitespace-normal!"
        >
          {startNowScreen.button(describePrice(offer))}
        </Button>
      </div>
      <p id="start-effect" className="text-small text-ink-2">
        {startNowScreen.effect}
      </p>
      {error && <Alert title={serverMessage(error) ?? emailOnboardingScreen.failed} />}
      <p className="text-small text-ink-3">
        {startNowScreen.mistake} <SupportLink />
      </p>
    </div>
  );
}
