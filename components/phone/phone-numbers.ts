import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from "libphonenumber-js";

/** A country in the picker. */
export type Country = { code: CountryCode; name: string; callingCode: string };

const mostCommon: readonly CountryCode[] = ["US", "GB", "CA"];

/** Every country with its calling code: most subscribers' countries first, then by name. */
export function listCountries(): Country[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const toCountry = (code: CountryCode): Country => ({
    code,
    name: names.of(code) ?? code,
    callingCode: getCountryCallingCode(code),
  });
  const rest = getCountries()
    .filter((code) => !mostCommon.includes(code))
    .map(toCountry)
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  return [...mostCommon.map(toCountry), ...rest];
}

/** The text as a country code, or undefined if there is no such country. */
export function toCountryCode(code: string): CountryCode | undefined {
  return isSupportedCountry(code) ? code : undefined;
}

/** The most likely country for a subscriber in a time zone. */
export function countryOfTimezone(timezone: string | null): CountryCode {
  return timezone === "Europe/London" ? "GB" : "US";
}

/**
 * Converts typed input to E.164, or returns null if the number isn't valid. A leading plus or the
 * country's international prefix (such as 011) overrides the picked country.
 */
export function toE164(typed: string, country: CountryCode): string | null {
  const number = parsePhoneNumberFromString(typed, country);
  return number?.isValid() && !number.ext ? number.number : null;
}

/** Adds the leading plus if a number with its country code doesn't have one. */
export function withPlus(phoneNumber: string): string {
  return phoneNumber.startsWith("+") ? phoneNumber : `+${phoneNumber}`;
}

/** How a number is shown everywhere: `+14155550123` → `+1 415 555 0123`. */
export function formatPhoneNumber(phoneNumber: string): string {
  return parsePhoneNumberFromString(withPlus(phoneNumber))?.formatInternational() ?? phoneNumber;
}
