"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState, type FormEvent } from "react";
import { notify } from "@/components/feedback/notify";
import { SupportHint, SupportLink } from "@/components/layout/support-link";
import { formatPhoneNumber } from "@/lib/contracts/phone-format";
import { recordTextSent } from "@/components/phone/use-resend-wait";
import { Alert } from "@/components/ui/alert";
import { Checkbox } from "@/components/ui/checkbox";
import { SubmitButton } from "@/components/ui/submit-button";
import { trackError } from "@/lib/client/analytics";
import { serverMessage } from "@/lib/client/fetcher";
import { cacheConfirmationText, giveSmsConsent } from "@/lib/client/onboarding";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import type { DaysOff } from "@/lib/calendar/days";
import type { OnboardingView } from "@/lib/contracts/onboarding";
import {
  confirmationScreen,
  consentScreen,
  emailOnboardingScreen,
  onboardingMessages,
  smsConsentWording,
} from "@/lib/messages/onboarding";
import { RecordGate } from "./record-gate";
import { TrialUsed, useUsedTrial } from "./trial-used";
import { whatComesNext } from "./what-comes-next";

type Times = { now: string; daysOff: DaysOff };

/** Asks for consent to texts. `now` is an ISO instant. */
export function ConsentScreen({ id, ...times }: Times & { id: string }) {
  return <RecordGate id={id}>{(record) => <ConsentForm record={record} {...times} />}</RecordGate>;
}

/** The consent screen with its record loaded. */
export function ConsentForm({ record, now, daysOff }: Times & { record: OnboardingView }) {
  const { firstBriefing } = whatComesNext(record, now, daysOff);
  const [smsAgreed, setSmsAgreed] = useState(false);
  const [error, setError] = useState<string>();
  const { consent, failure, usedTrial, isBusy } = useConsent(record.id);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (smsAgreed) consent();
    else {
      setError(onboardingMessages.smsAgreementRequired);
      document.getElementById("smsAgreed")?.focus();
    }
  };

  if (usedTrial) {
    return (
      <TrialUsed
        {...usedTrial}
        firstBriefing={firstBriefing}
        onStarted={consent}
        isContinuing={isBusy}
      />
    );
  }
  return (
    <div className="max-w-measure">
      <h1 className="text-h1 font-[440]">{consentScreen.title}</h1>
      <p className="mt-4 font-serif text-deck text-ink-2">
        <Destination record={record} />
      </p>
      <p className="mt-3 text-ink-2">{firstBriefing}</p>
      <form
        noValidate
        onSubmit={onSubmit}
        className="mt-10 grid max-w-[31rem] gap-6 border-t-[3px] border-ink pt-6"
      >
        <Checkbox
          id="smsAgreed"
          name="smsAgreed"
          required
          label={smsConsentWording}
          error={error}
          checked={smsAgreed}
          onChange={({ target }) => {
            setSmsAgreed(target.checked);
            setError(undefined);
          }}
        />
        {failure !== undefined && (
          <Alert title={consentScreen.failedTitle}>
            {failure} If it keeps happening, <SupportLink>contact support</SupportLink>.
          </Alert>
        )}
        <div className="button-row">
          <SubmitButton size="lg" isBusy={isBusy} className="min-w-44">
            {consentScreen.submit}
          </SubmitButton>
        </div>
        <SupportHint />
      </form>
    </div>
  );
}

function Destination({ record: { id, phoneNumber } }: { record: OnboardingView }) {
  const change = (
    <Link href={`/onboarding-success/${id}`} className="text-link">
      {phoneNumber ? consentScreen.changeNumber : consentScreen.enterNumber}
    </Link>
  );
  if (!phoneNumber) {
    return (
      <>
        {onboardingMessages.phoneMissing} {change}
      </>
    );
  }
  return (
    <>
      We’ll text <span className="whitespace-nowrap">{formatPhoneNumber(phoneNumber)}</span>.{" "}
      {change}
    </>
  );
}

/** Submits the consent and goes to the confirmation screen. */
function useConsent(id: number) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const { usedTrial, recognize, forget } = useUsedTrial();
  const { mutate: consent, isBusy } = useSingleMutation({
    mutationFn: () => giveSmsConsent(id),
    leavesScreen: true,
    onMutate: () => setFailure(undefined),
    onSuccess: (confirmationText) => {
      cacheConfirmationText(queryClient, id, confirmationText);
      if (confirmationText === "sent") recordTextSent();
      else {
        const { failedTitle: title, failed: description } = confirmationScreen;
        notify({ title, description, variant: "destructive" });
        trackError(`confirmation_text_${confirmationText}`);
      }
      router.push(`/onboarding-3/${id}`);
    },
    onError: async (error) => {
      if (await recognize(error)) return;
      forget();
      setFailure(serverMessage(error) ?? emailOnboardingScreen.failed);
    },
  });
  return { consent, failure, usedTrial, isBusy };
}
