import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from "libphonenumber-js";

/** A country in the picker. */
export type Country = { code: CountryCode; name: string; callingCode: string };

/** Countries with their calling codes. `codes` are ISO 3166; those without a calling code are left out. */
export function listCountries(codes: readonly string[]): Country[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return codes
    .filter((code) => isSupportedCountry(code))
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      callingCode: getCountryCallingCode(code),
    }));
}

/** The most likely of some countries for a subscriber in a time zone; undefined without any. */
export function countryOfTimezone(
  countries: readonly Country[],
  timezone: string | null,
): Country | undefined {
  const likely = timezone === "Europe/London" ? "GB" : "US";
  return countries.find(({ code }) => code === likely) ?? countries[0];
}

/**
 * Converts typed input to E.164, or returns null if the number isn't valid. A leading plus or the
 * country's international prefix (such as 011) overrides the picked country.
 */
export function toE164(typed: string, country: CountryCode | undefined): string | null {
  const number = parsePhoneNumberFromString(typed, country);
  return number?.isValid() && !number.ext ? number.number : null;
}
