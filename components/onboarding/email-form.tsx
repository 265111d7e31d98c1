"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState, useSyncExternalStore, type FormEvent } from "react";
import { notify } from "@/components/feedback/notify";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { productUidField } from "@/lib/brand";
import { trackEvent } from "@/lib/client/analytics";
import { onboardingKey, submitEmailOnboarding } from "@/lib/client/onboarding";
import { useSingleMutation } from "@/lib/client/use-single-mutation";
import { emailOnboardingSchema } from "@/lib/contracts/onboarding";
import { timezoneSchema, timezones } from "@/lib/contracts/timezones";
import { emailOnboardingScreen } from "@/lib/messages/onboarding";
import { readOnboardingFailure, type ShownFailure } from "./failure";
import { FailureAlert } from "./failure-alert";
import { FirstBriefingSlip } from "./first-briefing-slip";
import { SupportHint } from "@/components/layout/support-link";
import { TermsLabel } from "./terms-label";

const fieldsSchema = emailOnboardingSchema.pick({
  email: true,
  timezone: true,
  termsAgreed: true,
});

const fieldNames = ["email", "timezone", "termsAgreed"] as const;
type FieldName = (typeof fieldNames)[number];
type FieldErrors = { [name in FieldName]?: string | undefined };

const pricingAddress = "/pricing";

/** What `EmailForm` takes. */
export type EmailFormProps = {
  /** The checkout's uid, from the address. */
  uid: string;
  /** ISO instant of the service's clock. */
  now: string;
};

/** E-mail onboarding: where and when the briefing shall arrive, and what that amounts to. */
export function EmailForm({ uid, now }: EmailFormProps) {
  const ownTimezone = useSyncExternalStore(neverChanges, readOwnTimezone, () => "");
  const [chosenTimezone, setChosenTimezone] = useState<string>();
  const timezone = chosenTimezone ?? ownTimezone;
  const [errors, setErrors] = useState<FieldErrors>({});
  const { submit, failure, isBusy } = useSubmission();

  useEffect(() => trackEvent("onboarding started"), []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Kept by the browser and not by React, which would forget what was typed before it woke.
    const typed = new FormData(event.currentTarget);
    const checked = fieldsSchema.safeParse({
      email: typed.get("email"),
      timezone,
      termsAgreed: typed.has("termsAgreed"),
    });
    if (checked.success) {
      setErrors({});
      submit({ ...checked.data, [productUidField]: uid });
      return;
    }
    const found = errorsOf(checked.error.issues);
    setErrors(found);
    const first = fieldNames.find((name) => found[name]);
    if (first) document.getElementById(first)?.focus();
  };
  const forget = (name: FieldName) => setErrors((found) => ({ ...found, [name]: undefined }));

  return (
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div>
        <h1 className="max-w-[12em] text-h1 font-[440]">Where shall we send it?</h1>
        <p className="mt-4 max-w-[30em] font-serif text-deck text-ink-2">
          Use the email you would open first. You can add text messages in a moment.
        </p>
        <form noValidate onSubmit={onSubmit} className="mt-10 grid max-w-[31rem] gap-6">
          <Field id="email" label="Email" error={errors.email}>
            {(control) => (
              <Input
                {...control}
                type="email"
                name="email"
                autoComplete="email"
                required
                onChange={() => forget("email")}
              />
            )}
          </Field>
          <Field
            id="timezone"
            label="Timezone"
            hint="The briefing arrives at 8:00 here, summer and winter."
            error={errors.timezone}
          >
            {(control) => (
              <Select
                {...control}
                name="timezone"
                required
                value={timezone}
                onChange={({ target }) => {
                  setChosenTimezone(target.value);
                  forget("timezone");
                }}
              >
                <option value="">Select a timezone</option>
                {timezones.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Checkbox
            id="termsAgreed"
            name="termsAgreed"
            required
            label={<TermsLabel />}
            error={errors.termsAgreed}
            onChange={() => forget("termsAgreed")}
          />
          <div>
            <SubmitButton size="lg" isBusy={isBusy} className="min-w-44">
              {emailOnboardingScreen.submit}
            </SubmitButton>
          </div>
          <SupportHint />
        </form>
      </div>
      <div className="lg:row-span-2">
        <FirstBriefingSlip now={now} timezone={timezoneSchema.safeParse(timezone).data ?? null} />
      </div>
      {failure && (
        <div className="max-w-[31rem] lg:-mt-4">
          <FailureAlert failure={failure} />
        </div>
      )}
    </div>
  );
}

const neverChanges = () => () => undefined;

/** The browser's own timezone where it is one of ours, or nothing. */
function readOwnTimezone(): string {
  return timezoneSchema.safeParse(Intl.DateTimeFormat().resolvedOptions().timeZone).data ?? "";
}

function errorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]) {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const name = fieldNames.find((each) => each === path[0]);
    if (name) errors[name] ??= message;
  }
  return errors;
}

/** Sends the form, once at a time, and goes where the answer leads. */
function useSubmission() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const { mutate: submit, isBusy } = useSingleMutation({
    mutationFn: submitEmailOnboarding,
    leavesScreen: true,
    onMutate: () => setFailure(null),
    onSuccess: async ({ id, message }) => {
      trackEvent("onboarding completed");
      await queryClient.invalidateQueries({ queryKey: [onboardingKey] });
      notify({ title: message });
      router.push(`/onboarding-success/${id}`);
    },
    onError: (error) => {
      const read = readOnboardingFailure(error);
      if (read.kind === "uid-missing") location.replace(pricingAddress);
      else setFailure(read);
      trackEvent("error shown", { screen: "onboarding", kind: read.kind });
    },
  });

  useEffect(() => {
    if (failure) scrollTo({ top: document.documentElement.scrollHeight });
  }, [failure]);

  return { submit, failure, isBusy };
}
