"use client";

import { useState, type ReactNode } from "react";
import { SelectField, TextField } from "@/components/ui/text-field";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { countryOfTimezone, listCountries, toE164 } from "./phone-numbers";
import { formatPhoneNumber } from "@/lib/contracts/phone-format";

/**
 * State of the country and phone number fields. `read` returns the number in E.164, or shows the
 * error, focuses the field, and returns null. `texted` are the countries whose numbers get texts.
 */
export function usePhoneFields(start: {
  texted: readonly string[];
  timezone: string | null;
  phoneNumber: string | null;
}) {
  const [countries] = useState(() => listCountries(start.texted));
  const [country, setCountry] = useState(() => countryOfTimezone(countries, start.timezone));
  const [typed, setTyped] = useState(start.phoneNumber ? formatPhoneNumber(start.phoneNumber) : "");
  const [error, setError] = useState<string>();
  const read = (): string | null => {
    const phoneNumber = toE164(typed, country?.code);
    if (phoneNumber) return phoneNumber;
    const { phoneRequired, phoneInvalid, phoneInvalidIn } = onboardingMessages;
    const isNational = country !== undefined && !typed.trim().startsWith("+");
    const invalid = isNational ? phoneInvalidIn(country.name) : phoneInvalid;
    setError(typed.trim() === "" ? phoneRequired : invalid);
    document.getElementById("phone")?.focus();
    return null;
  };
  return { countries, country, setCountry, typed, setTyped, error, setError, read };
}

export type PhoneFieldsProps = ReturnType<typeof usePhoneFields> & { hint?: ReactNode };

/** Country picker and phone number field. */
export function PhoneFields(props: PhoneFieldsProps) {
  const { countries, country, setCountry, typed, setTyped, error, setError, hint } = props;
  return (
    <>
      <SelectField
        id="country"
        label="Country"
        autoComplete="country"
        value={country?.code}
        onChange={(value) => {
          setCountry(countries.find(({ code }) => code === value));
          setError(undefined);
        }}
        options={countries.map(({ code, name, callingCode }) => ({
          value: code,
          label: `${name} (+${callingCode})`,
        }))}
      />
      <TextField
        id="phone"
        label="Phone number"
        hint={hint}
        error={error}
        type="tel"
        name="phone"
        autoComplete="tel"
        inputMode="tel"
        required
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setError(undefined);
        }}
      />
    </>
  );
}
