"use client";

import { useState, type ReactNode } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { FactList } from "@/components/ui/fact-list";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { AccountView } from "@/lib/contracts/account";
import { toFullDate } from "@/lib/contracts/calendar";
import { type PlanName, formatPrice, plans } from "@/lib/contracts/plans";
import { accountDetailsScreen, billingScreen } from "@/lib/messages/account";
import { BillingPortal } from "./billing-portal";
import { CancelDialog } from "./cancel-dialog";

/** What `Subscription` takes. */
export type SubscriptionProps = { account: AccountView; signUpUrl: string };

/** What one has, when the next charge is, and the way out or back. */
export function Subscription({ account, signUpUrl }: SubscriptionProps) {
  const [isCancelling, setCancelling] = useState(false);
  const { user, plan, canCancel } = account;
  const status = user.status ?? "Active";
  const facts: (readonly [string, ReactNode])[] = [
    ...(plan ? [["Plan", planName(plan)] as const] : []),
    [
      "Status",
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
      <WhatNext account={account} signUpUrl={signUpUrl} />
      {canCancel && (
        <p className="mt-6">
          <Button variant="line" onClick={() => setCancelling(true)}>
            {accountDetailsScreen.cancel}
          </Button>
        </p>
      )}
      <CancelDialog isOpen={isCancelling} onOpenChange={setCancelling} account={account} />
    </>
  );
}

const tones: ReadonlyMap<string, BadgeTone> = new Map([
  ["Active", "accent"],
  ["Free Trial", "tint"],
  ["Past Due", "alarm"],
]);

/** `Annual, $40/year`. */
function planName(name: PlanName): string {
  const { interval, priceCents } = plans[name];
  const title = name === "annual" ? "Annual" : "Monthly";
  return `${title}, ${formatPrice(priceCents)}/${interval}`;
}

function chargeOf({ standing, user }: AccountView): (readonly [string, string])[] {
  const { nextChargeDate } = user;
  if (!nextChargeDate) return [];
  return [[standing === "trialing" ? "First charge" : "Next charge", toFullDate(nextChargeDate)]];
}

function paymentOf({ standing, user }: AccountView): (readonly [string, ReactNode])[] {
  if (standing === null) return [];
  return [
    ["Payment", user.subscriptionId ? <BillingPortal key="portal" /> : billingScreen.imported],
  ];
}

/** What happens next, where that is not plain from the facts. */
function WhatNext({ account, signUpUrl }: SubscriptionProps) {
  const { user, standing, servedUntilDate } = account;
  if (user.status === "Cancelled") {
    return (
      <p className="mt-4 text-ink-2">
        {servedUntilDate
          ? `Your briefing comes until ${toFullDate(servedUntilDate)}, and nothing more is charged.`
          : "No briefing is sent any more, and nothing more is charged."}{" "}
        To get it again,{" "}
        <SiteLink href={signUpUrl} className="text-link text-ink">
          subscribe again
        </SiteLink>
        .
      </p>
    );
  }
  const sentence = {
    past_due:
      "Your last payment did not go through. It is tried again, and your briefing goes on meanwhile.",
    paused: "Your subscription is paused, so no briefing is sent.",
    canceled: null,
    trialing: null,
    active: null,
  }[standing ?? "active"];
  return sentence && <p className="mt-4 text-ink-2">{sentence}</p>;
}
