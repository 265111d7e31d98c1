"use client";

import { useMemo, useState, type ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { onboardingMessages } from "@/lib/messages/onboarding";
import {
  countryOfTimezone,
  formatPhoneNumber,
  listCountries,
  toCountryCode,
  toE164,
} from "./phone-numbers";

/**
 * State of the country and phone number fields. `read` returns the number in E.164, or shows the
 * error, focuses the field, and returns null.
 */
export function usePhoneFields(start: { timezone: string | null; phoneNumber: string | null }) {
  const [country, setCountry] = useState(() => countryOfTimezone(start.timezone));
  const [typed, setTyped] = useState(start.phoneNumber ? formatPhoneNumber(start.phoneNumber) : "");
  const [error, setError] = useState<string>();
  const read = (): string | null => {
    const phoneNumber = toE164(typed, country);
    if (phoneNumber) return phoneNumber;
    const { phoneRequired, phoneInvalid } = onboardingMessages;
    setError(typed.trim() === "" ? phoneRequired : phoneInvalid);
    document.getElementById("phone")?.focus();
    return null;
  };
  return { country, setCountry, typed, setTyped, error, setError, read };
}

export type PhoneFieldsProps = ReturnType<typeof usePhoneFields> & { hint?: ReactNode };

/** Country picker and phone number field. */
export function PhoneFields(props: PhoneFieldsProps) {
  const { country, setCountry, typed, setTyped, error, setError, hint } = props;
  const countries = useMemo(() => listCountries(), []);
  return (
    <>
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
      <Field id="phone" label="Phone number" hint={hint} error={error}>
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
    </>
  );
}
