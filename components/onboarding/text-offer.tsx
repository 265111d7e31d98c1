"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { serverSentence } from "@/lib/client/fetcher";
import { onboardingRecord, savePhoneNumber } from "@/lib/client/onboarding";
import { onboardingSentences, type OnboardingView } from "@/lib/contracts/onboarding";
import { emailOnboardingScreen, successScreen } from "@/lib/contracts/onboarding-screens";
import { countryOfTimezone, listCountries, toCountryCode, toE164 } from "./phone-numbers";

/** "Get it by text as well": a phone number, on the way to the consent. */
export function TextOffer({ record }: { record: OnboardingView }) {
  const countries = useMemo(() => listCountries(), []);
  const [country, setCountry] = useState(() => countryOfTimezone(record.timezone));
  const [typed, setTyped] = useState(record.phoneNumber ?? "");
  const [error, setError] = useState<string>();
  const { save, isBusy } = useSaving(record.id, setError);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const phoneNumber = toE164(typed, country);
    if (phoneNumber) save(phoneNumber);
    else {
      const { phoneRequired, phoneInvalid } = onboardingSentences;
      setError(typed.trim() === "" ? phoneRequired : phoneInvalid);
      document.getElementById("phone")?.focus();
    }
  };

  return (
    <section aria-labelledby="by-text" className="border-t-[3px] border-ink pt-5">
      <h2 id="by-text" className="text-h2">
        {successScreen.textOffer}
      </h2>
      <p className="mt-3 text-ink-2">
        Three headlines in one text, at 8:00 on your phone. It costs nothing extra.
      </p>
      <form noValidate onSubmit={onSubmit} className="mt-6 grid gap-6">
        <Field id="country" label="Country">
          {(control) => (
            <Select
              {...control}
              autoComplete="country"
              value={country}
              onChange={({ target }) => {
                setCountry((chosen) => toCountryCode(target.value) ?? chosen);
                setError(undefined);
              }}
            >
              {countries.map(({ code, name, callingCode }) => (
                <option key={code} value={code}>
                  {name} (+{callingCode})
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          id="phone"
          label="Phone number"
          hint="You agree to texts on the next page, and can stop them at any time."
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              type="tel"
              name="phone"
              autoComplete="tel"
              inputMode="tel"
              required
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <div>
          <Button type="submit" size="lg" isBusy={isBusy} className="min-w-44">
            Add texts
          </Button>
        </div>
      </form>
    </section>
  );
}

function useSaving(id: number, onFailed: (sentence: string) => void) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const isSending = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const { mutate } = useMutation({
    mutationFn: (phoneNumber: string) => savePhoneNumber(id, phoneNumber),
    onSuccess: async () => {
      await queryClient.invalidateQueries({
        queryKey: onboardingRecord(`${id}`).queryKey,
        refetchType: "none",
      });
      router.push(`/onboarding-2/${id}`);
    },
    onError: (error) => {
      isSending.current = false;
      setBusy(false);
      onFailed(serverSentence(error) ?? emailOnboardingScreen.failed);
    },
  });
  const save = (phoneNumber: string) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    mutate(phoneNumber);
  };
  return { save, isBusy };
}
