"use client";

import Link from "next/link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { serverMessage } from "@/lib/client/fetcher";
import { cancelSecondPurchase } from "@/lib/client/onboarding";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { secondPurchase } from "@/lib/messages/billing";
import { emailOnboardingScreen } from "@/lib/messages/onboarding";

/** Offers to cancel a purchase by somebody who is already subscribed. */
export function SecondPurchase() {
  const {
    mutate: cancel,
    isBusy,
    isSuccess,
    error,
  } = useSingleMutation({ mutationFn: cancelSecondPurchase });
  if (isSuccess) {
    return (
      <output className="mt-4 block">
        {secondPurchase.canceled}{" "}
        <Link href="/account" className="text-link">
          {secondPurchase.account}
        </Link>
      </output>
    );
  }
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-label text-ink-2">{secondPurchase.offer}</p>
      <div className="button-row">
        <Button variant="line" isBusy={isBusy} onClick={() => cancel()}>
          {secondPurchase.button}
        </Button>
      </div>
      {error && <Alert title={serverMessage(error) ?? emailOnboardingScreen.failed} />}
    </div>
  );
}
