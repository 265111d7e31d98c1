"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { ActionError } from "@/components/feedback/action-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { changePlan, keepPlan, planChange } from "@/lib/client/account";
import { serverMessage } from "@/lib/client/fetcher";
import type { AccountView } from "@/lib/contracts/account";
import type { PlanChange } from "@/lib/contracts/billing";
import { describePrice, formatAmount } from "@/lib/contracts/money";
import { otherPlan, type PlanName } from "@/lib/contracts/plans";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { planDialog } from "@/lib/messages/billing";
import { useAccountAction } from "./use-account-action";

/** Changes to the other plan, or shows the scheduled change with a way to withdraw it. */
export function ChangePlan({ account }: { account: AccountView }) {
  const [isOpen, setOpen] = useState(false);
  const { act, isBusy, failure } = useAccountAction({
    run: keepPlan,
    onDone: () => notify({ title: planDialog.kept }),
    failed: planDialog.keepFailed,
  });
  const { plan, nextPlan } = account;
  if (nextPlan && plan) {
    return (
      <div className="mt-6">
        <p className="text-ink-2">
          {planDialog.scheduled(
            planDialog.names[nextPlan.plan],
            formatShortMonthDayYear(nextPlan.date),
          )}
        </p>
        <p className="button-row mt-3">
          <Button variant="line" isBusy={isBusy} onClick={() => act(undefined)}>
            {planDialog.keep(planDialog.names[plan])}
          </Button>
        </p>
        <ActionError className="mt-2">{failure}</ActionError>
      </div>
    );
  }
  if (!account.canChangePlan || !plan) return null;
  const other = otherPlan(plan);
  return (
    <>
      <p className="button-row mt-6">
        <Button variant="line" className="max-sm:w-full" onClick={() => setOpen(true)}>
          {planDialog.open(planDialog.names[other])}
        </Button>
      </p>
      {isOpen && (
        <ChangeDialog to={other} timezone={account.user.timezone} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function ChangeDialog(props: { to: PlanName; timezone: string; onClose: () => void }) {
  const { to, timezone, onClose } = props;
  const { data: change, error } = useQuery(planChange);
  const { act, isBusy, failure } = useAccountAction({
    run: changePlan,
    onDone: () => {
      notify({ title: change?.at ? planDialog.planned : planDialog.done });
      onClose();
    },
    failed: planDialog.failed,
  });
  const unread = error && (serverMessage(error) ?? planDialog.failed);
  return (
    <Dialog
      isOpen
      onOpenChange={() => (isBusy ? undefined : onClose())}
      title={planDialog.title(planDialog.names[to])}
      failure={failure ?? unread ?? undefined}
      actions={
        <>
          <Button variant="line" data-autofocus onClick={() => (isBusy ? undefined : onClose())}>
            {planDialog.back}
          </Button>
          {change && (
            <Button variant="ink" isBusy={isBusy} onClick={() => act(change.plan)}>
              {planDialog.confirm(change.charge ? amountOf(change.charge) : null)}
            </Button>
          )}
        </>
      }
    >
      <div aria-live="polite" className="grid gap-3">
        {change
          ? describeChange(change, timezone).map((line) => <p key={line}>{line}</p>)
          : !unread && <p className="text-ink-2">{planDialog.loading}</p>}
      </div>
    </Dialog>
  );
}

const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
  formatAmount(amount, currency);

/** What the change costs, and when. */
function describeChange(change: PlanChange, timezone: string): string[] {
  const { plan, price, charge, at, nextChargeAt } = change;
  const dayOf = (instant: string) =>
    formatShortMonthDayYear(localDateAt(new Date(instant), timezone));
  const next = nextChargeAt ? [planDialog.next(dayOf(nextChargeAt), describePrice(price))] : [];
  if (at) return [planDialog.atRenewal(planDialog.names[plan], dayOf(at)), ...next];
  return [charge ? planDialog.now(amountOf(charge)) : planDialog.free, ...next];
}
