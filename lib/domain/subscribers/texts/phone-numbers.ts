import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";
import { readPhoneNumber } from "@/lib/platform/phone-numbers";
import type { Context } from "../../context";

/**
 * Normalizes a phone number to E.164: `+1 (415) 555-0123` → `+14155550123`. The leading plus is
 * required, because without it the country is ambiguous.
 *
 * @throws AppError 400 for an invalid number, one of a kind that isn't texted (`PhoneNumber.refusal`),
 *   or one in a country that we don't text
 */
export function parsePhoneNumber({ settings }: Pick<Context, "settings">, text: string): string {
  const number = readPhoneNumber(text);
  const field = "phoneNumber";
  if (!number?.isValid) throw new AppError(400, onboardingMessages.phoneInvalid, { field });
  if (number.refusal) throw new AppError(400, onboardingMessages.phoneKind, { field });
  if (!isTextedCountry({ settings }, number.e164)) {
    throw new AppError(400, onboardingMessages.phoneCountry(namesOf(settings.smsCountries)), {
      field,
    });
  }
  return number.e164;
}

/** Whether we text numbers in this number's country. `phone` is E.164. */
export function isTextedCountry({ settings }: Pick<Context, "settings">, phone: string): boolean {
  const countries = readPhoneNumber(phone)?.countries ?? [];
  return countries.some((country) => settings.smsCountries.includes(country));
}

function namesOf(countries: readonly string[]): string[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return countries.map((code) => names.of(code) ?? code);
}
