import { parsePhoneNumberFromString } from "libphonenumber-js";

/** Adds the leading plus if a number with its country code doesn't have one. */
export function withPlus(phoneNumber: string): string {
  return phoneNumber.startsWith("+") ? phoneNumber : `+${phoneNumber}`;
}

/** How a number is shown everywhere: `+14155550123` → `+1 415 555 0123`. */
export function formatPhoneNumber(phoneNumber: string): string {
  return parsePhoneNumberFromString(withPlus(phoneNumber))?.formatInternational() ?? phoneNumber;
}
