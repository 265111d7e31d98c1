"use client";

import { useState } from "react";
import { notify } from "@/components/feedback/notify";
import { Button, StableLabel } from "@/components/ui/button";
import { Radio } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/text-field";
import { cancelSubscription } from "@/lib/client/account";
import { trackEvent } from "@/lib/client/analytics";
import type { AccountView } from "@/lib/contracts/account";
import { leaveAnswers, type LeaveAnswer } from "@/lib/contracts/admin/money";
import type { CancellationPreference } from "@/lib/contracts/billing";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { leaveAnswerNames } from "@/lib/messages/billing";
import { cancelDialog, subscriptionScreen } from "@/lib/messages/account";
import { useAccountAction } from "./use-account-action";

export type CancelDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  account: AccountView;
};

/** Asks when the briefing should stop, and cancels. */
export function CancelDialog({ isOpen, onOpenChange, account }: CancelDialogProps) {
  const [preference, setPreference] = useState<CancellationPreference>("continue_until_expiry");
  const [answer, setAnswer] = useState<LeaveAnswer | "">("");
  const [comment, setComment] = useState("");
  const { user } = account;
  const { act, isBusy, failure } = useAccountAction({
    run: cancelSubscription,
    onDone: () => {
      notify({ title: cancelDialog.cancelled });
      trackEvent("subscription cancelled", { preference });
      onOpenChange(false);
    },
    failed: cancelDialog.failed,
  });
  const { description, atPeriodEnd, stopHint } = describeCancellation(account);
  const confirm = () =>
    act({
      email: user.email,
      subscriptionId: user.subscriptionId ?? "",
      emailPreference: preference,
      ...(answer && { answer }),
      ...(comment.trim() && { comment }),
    });
  return (
    <Dialog
      isOpen={isOpen}
      // Closing can't undo a request that is already running.
      onOpenChange={(isNowOpen) => (isBusy ? undefined : onOpenChange(isNowOpen))}
      title={cancelDialog.title}
      description={description}
      failure={failure}
      actions={
        <>
          <Button
            variant="line"
            data-autofocus
            aria-disabled={isBusy || undefined}
            onClick={() => (isBusy ? undefined : onOpenChange(false))}
          >
            {cancelDialog.keep}
          </Button>
          <Button variant="ink" aria-disabled={isBusy || undefined} onClick={confirm}>
            <StableLabel
              text={isBusy ? cancelDialog.cancelling : subscriptionScreen.cancel}
              other={isBusy ? subscriptionScreen.cancel : cancelDialog.cancelling}
            />
          </Button>
        </>
      }
    >
      <fieldset>
        <legend className="sr-only">{cancelDialog.question}</legend>
        <Radio
          name="preference"
          value="continue_until_expiry"
          label={
            atPeriodEnd.until === null ? (
              cancelDialog.paused.endNow
            ) : (
              <>
                {cancelDialog.keepUntil}{" "}
                <span className="whitespace-nowrap">{atPeriodEnd.until}</span>
              </>
            )
          }
          hint={atPeriodEnd.hint}
          checked={preference === "continue_until_expiry"}
          onChange={() => setPreference("continue_until_expiry")}
        />
        <Radio
          name="preference"
          value="stop_immediately"
          label={cancelDialog.stop}
          hint={stopHint}
          checked={preference === "stop_immediately"}
          onChange={() => setPreference("stop_immediately")}
        />
      </fieldset>
      {user.subscriptionId && (
        <div className="mt-6 grid gap-4">
          <SelectField
            id="answer"
            label={cancelDialog.why}
            value={answer}
            onChange={(value) => setAnswer(leaveAnswers.find((each) => each === value) ?? "")}
            options={[
              { value: "", label: cancelDialog.noAnswer },
              ...leaveAnswers.map((each) => ({ value: each, label: leaveAnswerNames[each] })),
            ]}
          />
          <TextField
            id="comment"
            label={cancelDialog.comment}
            maxLength={500}
            value={comment}
            onChange={setComment}
          />
        </div>
      )}
    </Dialog>
  );
}

export type CancellationTexts = {
  description: string;
  /** `until` is a date or `your trial ends`; null if there is no paid time left. */
  atPeriodEnd: { until: string | null; hint: string };
  stopHint: string;
};

/** What canceling means for this subscription. */
export function describeCancellation({ paddleStatus, user }: AccountView): CancellationTexts {
  const date = user.nextChargeDate && formatShortMonthDayYear(user.nextChargeDate);
  const { trial, pastDue, paused, paid, stopHint } = cancelDialog;
  if (paddleStatus === "paused") {
    return {
      description: paused.description,
      atPeriodEnd: { until: null, hint: paused.hint },
      stopHint: paused.stopHint,
    };
  }
  if (paddleStatus === "trialing") {
    const atPeriodEnd = { until: date ?? trial.end, hint: trial.hint };
    return { description: trial.description, atPeriodEnd, stopHint };
  }
  if (paddleStatus === "past_due") {
    const atPeriodEnd = { until: date ?? pastDue.end, hint: pastDue.hint };
    return { description: pastDue.description, atPeriodEnd, stopHint };
  }
  return {
    description: date ? paid.descriptionUntil(date) : paid.description,
    atPeriodEnd: { until: date ?? paid.end, hint: paid.hint },
    stopHint,
  };
}
