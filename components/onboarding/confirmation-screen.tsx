"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { ActionError } from "@/components/feedback/action-error";
import { notify } from "@/components/feedback/notify";
import { SupportHint } from "@/components/layout/support-link";
import { formatPhoneNumber, withPlus } from "@/lib/contracts/phone-format";
import { useResendWait } from "@/components/phone/use-resend-wait";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { serverMessage } from "@/lib/client/fetcher";
import {
  cacheConfirmationText,
  onboardingKey,
  resendConfirmationText,
} from "@/lib/client/onboarding";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { type DaysOff, firstBriefingDate } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import type { ConfirmationText, OnboardingView } from "@/lib/contracts/onboarding";
import { timezoneSchema } from "@/lib/contracts/timezones";
import {
  confirmationScreen,
  consentScreen,
  onboardingMessages,
  recordScreen,
} from "@/lib/messages/onboarding";
import { RecordGate } from "./record-gate";
import { whatComesNext } from "./what-comes-next";

/** States in which the number can receive the daily texts. */
const arrivingStates: ReadonlySet<ConfirmationText> = new Set<ConfirmationText>([
  "sent",
  "sending",
  "unconfirmed",
  "failed",
  "limited",
]);

type Times = { now: string; daysOff: DaysOff };

/** Step 3 of 3: where the confirmation text went, or why it didn't. `now` is an ISO instant. */
export function ConfirmationScreen({ id, ...times }: Times & { id: string }) {
  return <RecordGate id={id}>{(record) => <Confirmation record={record} {...times} />}</RecordGate>;
}

/** The confirmation screen with its record loaded. */
export function Confirmation({ record, now, daysOff }: Times & { record: OnboardingView }) {
  const { id, phoneNumber } = record;
  if (!phoneNumber) return <NoNumber id={id} />;
  const timezone = timezoneSchema.safeParse(record.timezone).data;
  const { title, text, advice } = confirmationScreen.states[record.confirmationText];
  const { firstBriefing } = whatComesNext(record, now, daysOff);
  const isTexted = arrivingStates.has(record.confirmationText);
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">{title}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">{text}</p>
      <p className="mt-6 border-t-[3px] border-ink pt-5 font-serif text-h2 break-words lining-nums">
        {formatPhoneNumber(phoneNumber)}
      </p>
      {advice && <p className="mt-5 text-ink-2">{advice}</p>}
      <p className="mt-5 text-ink-2">
        {isTexted && `${confirmationScreen.start} `}
        {isTexted &&
          timezone &&
          `${confirmationScreen.firstText(formatLongWeekdayMonthDay(firstBriefingDate(new Date(now), timezone, daysOff)))} `}
        {!isTexted && `${firstBriefing} `}
        To make changes, go to{" "}
        <Link href="/account" className="text-link">
          your account
        </Link>
        .
      </p>
      {record.confirmationText === "not_requested" && (
        <p className="button-row mt-8">
          <Link href={`/onboarding-2/${id}`} className={buttonClass({ size: "lg" })}>
            {confirmationScreen.consent}
          </Link>
        </p>
      )}
      {(isTexted || record.confirmationText === "opted_out") && (
        <Resend id={id} phoneNumber={withPlus(phoneNumber)} />
      )}
      <p className="button-row mt-8">
        <Link
          href="/read"
          className={buttonClass({
            variant: record.confirmationText === "not_requested" ? "line" : "solid",
            size: "lg",
          })}
        >
          {recordScreen.readLatest}
        </Link>
      </p>
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}

function NoNumber({ id }: { id: number }) {
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">{onboardingMessages.phoneMissing}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">
        <Link href={`/onboarding-success/${id}`} className="text-link">
          {consentScreen.enterNumber}
        </Link>
      </p>
      <div className="mt-8">
        <SupportHint />
      </div>
    </div>
  );
}

function Resend({ id, phoneNumber }: { id: number; phoneNumber: string }) {
  const queryClient = useQueryClient();
  const { wait, startWaiting } = useResendWait();
  const { mutate, isBusy, error } = useSingleMutation({
    mutationFn: resendConfirmationText,
    onSuccess: () => {
      startWaiting();
      cacheConfirmationText(queryClient, id, "sent");
      notify({ title: confirmationScreen.sent });
    },
    onError: (problem) => {
      notify({
        title: confirmationScreen.failedTitle,
        description: serverMessage(problem) ?? confirmationScreen.failed,
        variant: "destructive",
      });
      return refetchAll(queryClient, [onboardingKey]);
    },
  });
  return (
    <div className="mt-8 grid justify-items-start gap-3">
      <Button
        variant="line"
        size="lg"
        isBusy={isBusy}
        // Not `disabled`, which would take the focus away from the button.
        aria-disabled={wait > 0 && !isBusy}
        onClick={() => (wait === 0 ? mutate(phoneNumber) : undefined)}
      >
        {confirmationScreen.resend}
      </Button>
      <p className="min-h-5 text-small text-ink-3 tabular-nums">
        {wait > 0 && confirmationScreen.wait(wait)}
      </p>
      <ActionError>{error && (serverMessage(error) ?? confirmationScreen.failed)}</ActionError>
    </div>
  );
}
