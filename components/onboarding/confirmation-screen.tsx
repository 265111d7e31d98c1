"use client";

import Link from "next/link";
import { notify } from "@/components/feedback/notify";
import { Button } from "@/components/ui/button";
import { serverMessage } from "@/lib/client/fetcher";
import { resendConfirmationText } from "@/lib/client/onboarding";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import { confirmationScreen } from "@/lib/messages/onboarding";
import { RecordGate } from "./record-gate";
import { formatPhoneNumber, withPlus } from "@/components/phone/phone-numbers";
import { useResendWait } from "@/components/phone/use-resend-wait";
import { SupportHint } from "@/components/layout/support-link";

/** Step 3 of 3: where the confirmation text went, and another one if it did not come. */
export function ConfirmationScreen({ id }: { id: string }) {
  return <RecordGate id={id}>{(record) => <Confirmation record={record} />}</RecordGate>;
}

function Confirmation({ record }: { record: OnboardingView }) {
  if (!record.phoneNumber) return <NoNumber id={record.id} />;
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">Look at your phone</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">We sent a confirmation text to</p>
      <p className="mt-6 border-t-[3px] border-ink pt-5 font-serif text-h2 break-words tabular-nums lining-nums">
        {formatPhoneNumber(record.phoneNumber)}
      </p>
      <p className="mt-5 text-ink-2">
        Your daily updates start tomorrow, at 8:00 on weekdays. To make changes, go to{" "}
        <Link href="/account" className="text-link">
          your account
        </Link>
        .
      </p>
      <Resend number={withPlus(record.phoneNumber)} />
      <div className="mt-6">
        <SupportHint />
      </div>
    </div>
  );
}

function NoNumber({ id }: { id: number }) {
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">One more thing is missing</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">
        <Link href={`/onboarding-success/${id}`} className="text-link">
          Enter your phone number
        </Link>{" "}
        first.
      </p>
      <div className="mt-8">
        <SupportHint />
      </div>
    </div>
  );
}

function Resend({ number }: { number: string }) {
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
        // Focus stays on the button while it rests.
        aria-disabled={wait > 0 && !isBusy}
        onClick={() => (wait === 0 ? mutate(number) : undefined)}
      >
        {confirmationScreen.resend}
      </Button>
      <p className="min-h-5 text-small text-ink-3 tabular-nums">
        {wait > 0 && `You can ask for another text in ${wait} s.`}
      </p>
    </div>
  );
}
