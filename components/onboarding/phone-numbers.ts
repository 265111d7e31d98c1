import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from "libphonenumber-js";

/** A country as the picker lists it. */
export type Country = { code: CountryCode; name: string; callingCode: string };

const nearest: readonly CountryCode[] = ["US", "GB", "CA"];

/** Every country with its calling code: where most readers live first, then by name. */
export function listCountries(): Country[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const toCountry = (code: CountryCode): Country => ({
    code,
    name: names.of(code) ?? code,
    callingCode: getCountryCallingCode(code),
  });
  const rest = getCountries()
    .filter((code) => !nearest.includes(code))
    .map(toCountry)
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  return [...nearest.map(toCountry), ...rest];
}

/** The country's code, if there is such a country. */
export function toCountryCode(code: string): CountryCode | undefined {
  return isSupportedCountry(code) ? code : undefined;
}

/** The country that a briefing's timezone suggests. */
export function countryOfTimezone(timezone: string | null): CountryCode {
  return timezone === "Europe/London" ? "GB" : "US";
}

/**
 * What was typed as E.164, or null when it is no valid number. One that begins with a plus or
 * with the country's own prefix for calls abroad is read as such, whatever country was picked.
 */
export function toE164(typed: string, country: CountryCode): string | null {
  const number = parsePhoneNumberFromString(typed, country);
  return number?.isValid() && !number.ext ? number.number : null;
}

/** An E.164 number in groups, as people read it: `+1 212 555 0142`. */
export function formatNumber(phoneNumber: string): string {
  return parsePhoneNumberFromString(phoneNumber)?.formatInternational() ?? phoneNumber;
}
