"use client";

import { Button } from "@/components/ui/button";
import { visitBillingPortal } from "@/lib/client/account";
import { billingScreen } from "@/lib/messages/account";
import { failWith, useAccountAction } from "./use-account-action";

/** The way to card and invoices, which the payment company keeps. */
export function BillingPortal() {
  const { act, isBusy } = useAccountAction({
    run: visitBillingPortal,
    onFailed: failWith(billingScreen.failed),
  });
  return (
    <Button
      variant="quiet"
      isBusy={isBusy}
      busyLabel="Opening"
      onClick={() => act(undefined)}
      // A row of text holds a target of 44 pixels.
      className="-my-3 -ml-px text-left text-label font-normal! whitespace-normal!"
    >
      {billingScreen.open}
    </Button>
  );
}
