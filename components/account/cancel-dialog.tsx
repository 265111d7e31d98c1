"use client";

import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { Radio } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { cancelSubscription } from "@/lib/client/account";
import { trackEvent } from "@/lib/client/analytics";
import type { AccountView } from "@/lib/contracts/account";
import type { CancellationPreference } from "@/lib/contracts/billing";
import { toFullDate } from "@/lib/contracts/calendar";
import { accountDetailsScreen } from "@/lib/messages/account";
import { failWith, useAccountAction } from "./use-account-action";

/** What `CancelDialog` takes. */
export type CancelDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  account: AccountView;
};

/** Asks when the briefing shall stop, and cancels. */
export function CancelDialog({ isOpen, onOpenChange, account }: CancelDialogProps) {
  const [preference, setPreference] = useState<CancellationPreference>("continue_until_expiry");
  const { user } = account;
  const { act, isBusy } = useAccountAction({
    run: cancelSubscription,
    onDone: () => {
      notify({ title: accountDetailsScreen.cancelled });
      trackEvent("subscription cancelled", { preference });
      onOpenChange(false);
    },
    onFailed: failWith(accountDetailsScreen.cancelFailed),
  });
  const words = wordsFor(account);
  const confirm = () =>
    act({
      email: user.email,
      subscriptionId: user.subscriptionId ?? "",
      emailPreference: preference,
    });
  const options = [
    ["continue_until_expiry", words.goOn],
    ["stop_immediately", { label: "Stop immediately", hint: words.stopHint }],
  ] as const;
  return (
    <Dialog
      isOpen={isOpen}
      // What is under way cannot be taken back by closing.
      onOpenChange={(isNowOpen) => (isBusy ? undefined : onOpenChange(isNowOpen))}
      title="Cancel your subscription?"
      description={words.description}
      actions={
        <>
          <Button
            variant="line"
            data-autofocus
            aria-disabled={isBusy || undefined}
            onClick={() => (isBusy ? undefined : onOpenChange(false))}
          >
            {accountDetailsScreen.keep}
          </Button>
          <Button
            variant="ink"
            aria-disabled={isBusy || undefined}
            className="min-w-50"
            onClick={confirm}
          >
            {isBusy ? accountDetailsScreen.cancelling : accountDetailsScreen.cancel}
          </Button>
        </>
      }
    >
      <fieldset>
        <legend className="sr-only">What should happen to the briefing?</legend>
        {options.map(([value, { label, hint }]) => (
          <Radio
            key={value}
            name="preference"
            value={value}
            label={label}
            hint={hint}
            checked={preference === value}
            onChange={() => setPreference(value)}
          />
        ))}
      </fieldset>
    </Dialog>
  );
}

/** What cancelling means, in the person's own dates. */
function wordsFor({ standing, user }: AccountView) {
  const day = user.nextChargeDate && toFullDate(user.nextChargeDate);
  const stopHint = "The next briefing will not be sent.";
  if (standing === "trialing") {
    return {
      description: "You are on a free trial, so nothing has been charged and nothing will be.",
      goOn: {
        label: keepUntil(day ?? "the trial ends"),
        hint: "It stops when the trial ends.",
      },
      stopHint,
    };
  }
  if (standing === "paused") {
    return {
      description: "Your subscription is paused. Cancelled, it does not start again.",
      goOn: { label: "End it now", hint: "There is no paid time left to wait for." },
      stopHint: "The same, as no briefing is sent while it is paused.",
    };
  }
  if (standing === "past_due") {
    return {
      description: "Your last payment did not go through. No further period will be charged.",
      goOn: {
        label: keepUntil(day ?? "this period ends"),
        hint: "It stops when this period ends.",
      },
      stopHint,
    };
  }
  return {
    description: day
      ? `You have paid until ${day}. The charge of that day will not be made.`
      : "Nothing more will be charged.",
    goOn: {
      label: keepUntil(day ?? "the paid time ends"),
      hint: "It stops when the time you paid for ends.",
    },
    stopHint,
  };
}

function keepUntil(end: string) {
  return (
    <>
      Keep the briefing until <span className="whitespace-nowrap">{end}</span>
    </>
  );
}
