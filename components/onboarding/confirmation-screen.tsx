"use client";

import Link from "next/link";
import { notify } from "@/components/feedback/notify";
import { SupportHint } from "@/components/layout/support-link";
import { formatPhoneNumber, withPlus } from "@/components/phone/phone-numbers";
import { useResendWait } from "@/components/phone/use-resend-wait";
import { Button } from "@/components/ui/button";
import { serverMessage } from "@/lib/client/fetcher";
import { resendConfirmationText } from "@/lib/client/onboarding";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { firstBriefingDate, toWeekdayDate } from "@/lib/contracts/calendar";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import { timezoneSchema } from "@/lib/contracts/timezones";
import { confirmationScreen, consentScreen, onboardingMessages } from "@/lib/messages/onboarding";
import { RecordGate } from "./record-gate";

/** Step 3 of 3: where the confirmation text went. `now` is an ISO instant. */
export function ConfirmationScreen({ id, now }: { id: string; now: string }) {
  return <RecordGate id={id}>{(record) => <Confirmation record={record} now={now} />}</RecordGate>;
}

/** The confirmation screen with its record loaded. */
export function Confirmation({ record, now }: { record: OnboardingView; now: string }) {
  const { id, phoneNumber } = record;
  if (!phoneNumber) return <NoNumber id={id} />;
  const timezone = timezoneSchema.safeParse(record.timezone).data;
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">{confirmationScreen.title}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">{confirmationScreen.sentTo}</p>
      <p className="mt-6 border-t-[3px] border-ink pt-5 font-serif text-h2 break-words tabular-nums lining-nums">
        {formatPhoneNumber(phoneNumber)}
      </p>
      <p className="mt-5 text-ink-2">
        {confirmationScreen.start}{" "}
        {timezone &&
          `${confirmationScreen.firstText(toWeekdayDate(firstBriefingDate(new Date(now), timezone)))} `}
        To make changes, go to{" "}
        <Link href="/account" className="text-link">
          your account
        </Link>
        .
      </p>
      <Resend phoneNumber={withPlus(phoneNumber)} />
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

function Resend({ phoneNumber }: { phoneNumber: string }) {
  const { wait, startWaiting } = useResendWait();
  const { mutate, isBusy } = useSingleMutation({
    mutationFn: resendConfirmationText,
    onSuccess: () => {
      startWaiting();
      notify({ title: confirmationScreen.sent });
    },
    onError: (error) =>
      notify({
        title: confirmationScreen.failedTitle,
        description: serverMessage(error) ?? confirmationScreen.failed,
        variant: "destructive",
      }),
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
    </div>
  );
}
