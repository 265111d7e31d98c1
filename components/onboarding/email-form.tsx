"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FormEvent,
} from "react";
import { notify } from "@/components/feedback/notify";
import { SupportHint } from "@/components/layout/support-link";
import { Checkbox } from "@/components/ui/checkbox";
import { errorsIn, useFieldErrors } from "@/components/ui/field-errors";
import { SubmitButton } from "@/components/ui/submit-button";
import { SelectField, TextField } from "@/components/ui/text-field";
import { productUidField } from "@/lib/brand";
import type { DaysOff } from "@/lib/calendar/days";
import { timezoneHere } from "@/lib/calendar/zones";
import { trackEvent } from "@/lib/client/analytics";
import { onboardingKey, submitEmailOnboarding } from "@/lib/client/onboarding";
import { refetchAll } from "@/lib/client/query-client";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import {
  emailOnboardingSchema,
  type Buyer,
  type EmailOnboarding,
} from "@/lib/contracts/onboarding";
import { findTimezone, timezoneSchema, timezones } from "@/lib/contracts/timezones";
import { emailOnboardingScreen } from "@/lib/messages/onboarding";
import { legalTitles } from "@/lib/messages/site";
import { readOnboardingFailure, type ShownFailure } from "./failure";
import { FailureAlert } from "./failure-alert";
import { FirstBriefingSlip } from "./first-briefing-slip";
import { TrialUsed, useUsedTrial } from "./trial-used";
import { whatComesNext } from "./what-comes-next";

const fieldsSchema = emailOnboardingSchema.pick({
  email: true,
  timezone: true,
  termsAgreed: true,
});

const pricingPath = "/pricing";

export type EmailFormProps = {
  /** The checkout's uid, from the page's URL. */
  uid: string;
  /** ISO instant of the server's clock. */
  now: string;
  daysOff: DaysOff;
  /** Null while we don't know the purchase yet. */
  buyer: Buyer | null;
};

/** Email onboarding: the address and time zone for the briefing. */
export function EmailForm({ uid, now, daysOff, buyer }: EmailFormProps) {
  const browserTimezone = useSyncExternalStore(subscribeToNothing, readBrowserTimezone, () => "");
  const [chosenTimezone, setChosenTimezone] = useState<string>();
  const timezone = chosenTimezone ?? browserTimezone;
  const { errors, setErrors, clearError } = useFieldErrors("");
  const { submit, resubmit, failure, usedTrial, isBusy } = useSubmission();

  useEffect(() => trackEvent("onboarding started"), []);

  // One that was chosen before hydration: the next render would lose it.
  const timezoneField = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (timezoneField.current?.value) setChosenTimezone(timezoneField.current.value);
  }, []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Uncontrolled fields: controlled ones would lose what was typed before hydration.
    const typed = new FormData(event.currentTarget);
    const checked = fieldsSchema.safeParse({
      email: typed.get("email"),
      timezone,
      termsAgreed: typed.has("termsAgreed"),
    });
    setErrors(errorsIn(checked));
    if (checked.success) submit({ ...checked.data, [productUidField]: uid });
  };

  const zone = timezoneSchema.safeParse(timezone).data ?? null;
  const { firstBriefing } = whatComesNext({ timezone: zone, firstCharge: null }, now, daysOff);
  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {usedTrial && (
        <TrialUsed
          {...usedTrial}
          firstBriefing={firstBriefing}
          onStarted={resubmit}
          isContinuing={isBusy}
        />
      )}
      {/* Hidden, not removed: what was typed is submitted again once the subscription is paid for. */}
      <div hidden={usedTrial !== null}>
        <h1 className="max-w-[12em] text-h1 font-[440]">{emailOnboardingScreen.title}</h1>
        <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
          {emailOnboardingScreen.intro}
        </p>
        <form noValidate onSubmit={onSubmit} className="mt-10 grid max-w-[31rem] gap-6">
          <TextField
            id="email"
            label="Email"
            error={errors["email"]}
            type="email"
            name="email"
            autoComplete="email"
            defaultValue={buyer?.email}
            required
            onChange={() => clearError("email")}
          />
          <SelectField
            id="timezone"
            label="Timezone"
            hint={emailOnboardingScreen.timezoneHint}
            error={errors["timezone"]}
            ref={timezoneField}
            name="timezone"
            required
            value={timezone}
            onChange={(value) => {
              setChosenTimezone(value);
              clearError("timezone");
            }}
            options={[{ value: "", label: "Select a timezone" }, ...timezones]}
          />
          <Checkbox
            id="termsAgreed"
            name="termsAgreed"
            required
            label={<TermsLabel />}
            error={errors["termsAgreed"]}
            onChange={() => clearError("termsAgreed")}
          />
          <div className="button-row">
            <SubmitButton size="lg" isBusy={isBusy} className="min-w-44">
              {emailOnboardingScreen.submit}
            </SubmitButton>
          </div>
          <SupportHint />
        </form>
      </div>
      <div className="lg:row-span-2">
        <FirstBriefingSlip
          now={now}
          daysOff={daysOff}
          timezone={zone}
          buyer={buyer}
          usedTrial={usedTrial}
        />
      </div>
      {failure && (
        <div className="max-w-[31rem] lg:-mt-4">
          <FailureAlert failure={failure} />
        </div>
      )}
    </div>
  );
}

const subscribeToNothing = () => () => undefined;

/** The supported zone with the browser's clock, else an empty string. */
function readBrowserTimezone(): string {
  return findTimezone(timezoneHere()) ?? "";
}

/** The terms open in a new tab so that nothing typed is lost. */
function TermsLabel() {
  return (
    <>
      I agree to the <LegalLink href="/terms">{legalTitles.terms}</LegalLink> and{" "}
      <LegalLink href="/privacy">{legalTitles.privacy}</LegalLink>
    </>
  );
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-link">
      {children}
    </a>
  );
}

/** Submits the form, then goes to the next page or reports the failure. */
function useSubmission() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const { usedTrial, recognize, forget } = useUsedTrial();
  const submitted = useRef<EmailOnboarding>(null);
  const { mutate: submit, isBusy } = useSingleMutation({
    mutationFn: submitEmailOnboarding,
    leavesScreen: true,
    onMutate: (input) => {
      submitted.current = input;
      setFailure(null);
    },
    onSuccess: async ({ id, message }) => {
      trackEvent("onboarding completed");
      await refetchAll(queryClient, [onboardingKey]);
      notify({ title: message });
      router.push(`/onboarding-success/${id}`);
    },
    onError: async (error) => {
      if (await recognize(error)) return;
      // After a payment, the form is needed again for anything else that is wrong.
      forget();
      const newFailure = readOnboardingFailure(error);
      if (newFailure.kind === "uid-missing") location.replace(pricingPath);
      else setFailure(newFailure);
    },
  });

  useEffect(() => {
    if (failure) scrollTo({ top: document.documentElement.scrollHeight });
  }, [failure]);

  const resubmit = () => {
    if (submitted.current) submit(submitted.current);
  };
  return { submit, resubmit, failure, usedTrial, isBusy };
}
