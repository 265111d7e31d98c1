"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition, type ReactNode } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { SiteLink } from "@/components/layout/site-link";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { notify } from "@/components/feedback/notify";
import { StartNow } from "@/components/onboarding/start-now";
import { keepSubscription, visitBillingPortal } from "@/lib/client/account";
import type { AccountView } from "@/lib/contracts/account";
import type { StartOffer } from "@/lib/contracts/billing";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { describePrice, formatAmount } from "@/lib/contracts/money";
import { subscriptionScreen } from "@/lib/messages/account";
import { billingMessages, describeFailure, startNowScreen } from "@/lib/messages/billing";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { ChangePlan } from "./change-plan";
import { CancelDialog } from "./cancel-dialog";
import { useAccountAction } from "./use-account-action";

export type SubscriptionProps = { account: AccountView; signUpUrl: string };

/** Plan, status, next charge, and a way to cancel or resubscribe. */
export function Subscription({ account, signUpUrl }: SubscriptionProps) {
  const [isCancelling, setCancelling] = useState(false);
  const { user, canCancel, canKeep, servedUntilDate } = account;
  const status = user.status ?? "Active";
  const facts: (readonly [string, ReactNode])[] = [
    ...planOf(account),
    [
      subscriptionScreen.status,
      <Badge key="status" tone={tones.get(status) ?? "outline"}>
        {status}
      </Badge>,
    ],
    ...chargeOf(account),
    ...paymentOf(account),
  ];
  return (
    <>
      <div className="border-b border-rule">
        <FactList facts={facts} />
      </div>
      {account.startOffer ? (
        <UsedTrialNote offer={account.startOffer} />
      ) : (
        <StatusNote account={account} signUpUrl={signUpUrl} />
      )}
      <ChangePlan account={account} />
      {canCancel && (
        <p className="button-row mt-6">
          <Button variant="line" className="max-sm:w-full" onClick={() => setCancelling(true)}>
            {subscriptionScreen.cancel}
          </Button>
        </p>
      )}
      {canKeep && servedUntilDate && <KeepSubscription endsOn={servedUntilDate} />}
      <CancelDialog isOpen={isCancelling} onOpenChange={setCancelling} account={account} />
    </>
  );
}

const tones: ReadonlyMap<string, BadgeTone> = new Map([
  ["Active", "accent"],
  ["Free Trial", "tint"],
  ["Past Due", "alarm"],
]);

/** `Annual, $40 per year`. */
function planOf({ plan, price }: AccountView): (readonly [string, string])[] {
  if (!plan || !price) return [];
  return [
    [subscriptionScreen.plan, `${subscriptionScreen.planNames[plan]}, ${describePrice(price)}`],
  ];
}

function chargeOf({ paddleStatus, user }: AccountView): (readonly [string, string])[] {
  const { nextChargeDate } = user;
  if (!nextChargeDate) return [];
  const { firstCharge, nextCharge } = subscriptionScreen;
  return [
    [
      paddleStatus === "trialing" ? firstCharge : nextCharge,
      formatShortMonthDayYear(nextChargeDate),
    ],
  ];
}

function paymentOf({ paddleStatus, user }: AccountView): (readonly [string, ReactNode])[] {
  if (paddleStatus === null) return [];
  const { payment, imported } = subscriptionScreen;
  return [[payment, user.subscriptionId ? <BillingPortalButton key="portal" /> : imported]];
}

/** Opens Paddle's page for the card and invoices. */
function BillingPortalButton() {
  const { act, isBusy, failure } = useAccountAction({
    run: visitBillingPortal,
    failed: subscriptionScreen.billingFailed,
  });
  return (
    <>
      <Button
        variant="quiet"
        isBusy={isBusy}
        busyLabel={subscriptionScreen.openingBilling}
        onClick={() => act(undefined)}
        // A 44-pixel target in a row of text.
        className="-my-3 -ml-px text-left text-label font-normal! whitespace-normal!"
      >
        {subscriptionScreen.openBilling}
      </Button>
      <ActionError className="mt-2">{failure}</ActionError>
    </>
  );
}

/** Withdraws a cancellation that takes effect on a date, YYYY-MM-DD. */
function KeepSubscription({ endsOn }: { endsOn: string }) {
  const { act, isBusy, failure } = useAccountAction({
    run: keepSubscription,
    onDone: () => notify({ title: subscriptionScreen.kept }),
    failed: subscriptionScreen.keepFailed,
  });
  return (
    <div className="mt-6">
      <Button
        variant="line"
        className="max-sm:w-full"
        isBusy={isBusy}
        aria-describedby="keep-effect"
        onClick={() => act(undefined)}
      >
        {subscriptionScreen.keep}
      </Button>
      <p id="keep-effect" className="mt-3 text-fine text-ink-2">
        {subscriptionScreen.keepEffect(formatShortMonthDayYear(endsOn))}
      </p>
      <ActionError className="mt-2">{failure}</ActionError>
    </div>
  );
}

/** A second free trial, which isn't served, and how to start without one. */
function UsedTrialNote({ offer }: { offer: StartOffer }) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const onStarted = () => {
    notify({ title: billingMessages.started });
    startRefresh(() => router.refresh());
  };
  return (
    <>
      <p className="mt-4 text-ink-2">{onboardingMessages.trialUsed}</p>
      <p className="mt-3 mb-6 text-ink-2">{startNowScreen.offer}</p>
      <StartNow offer={offer} onStarted={onStarted} isContinuing={isRefreshing} />
    </>
  );
}

/** What happens next, unless the facts already say it. */
function StatusNote({ account, signUpUrl }: SubscriptionProps) {
  const { user, paddleStatus, servedUntilDate } = account;
  if (user.status === "Cancelled") {
    return (
      <p className="mt-4 text-ink-2">
        {servedUntilDate
          ? subscriptionScreen.servedUntil(formatShortMonthDayYear(servedUntilDate))
          : subscriptionScreen.stopped}{" "}
        <SiteLink href={signUpUrl} className="text-link text-ink">
          {subscriptionScreen.resubscribe}
        </SiteLink>
      </p>
    );
  }
  if (paddleStatus === "past_due") {
    const failed = account.failedPayment;
    return (
      <p className="mt-4 text-ink-2">
        {failed
          ? subscriptionScreen.pastDueFacts(
              formatAmount(failed.amount, failed.currency),
              formatShortMonthDayYear(failed.date),
              describeFailure(failed.reason).toLowerCase(),
            )
          : subscriptionScreen.pastDue}
      </p>
    );
  }
  if (paddleStatus === "paused") {
    return <p className="mt-4 text-ink-2">{subscriptionScreen.paused}</p>;
  }
  return null;
}
