import { parsePhoneNumberFromString } from "libphonenumber-js";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";

/**
 * Normalizes a phone number to E.164: `+1 (415) 555-0123` → `+14155550123`. The leading plus is
 * required, because without it the country is ambiguous.
 *
 * @throws AppError 400 for an invalid number
 */
export function parsePhoneNumber(text: string): string {
  const number = text.startsWith("+") ? parsePhoneNumberFromString(text) : undefined;
  if (number?.isValid()) return number.number;
  throw new AppError(400, onboardingMessages.phoneInvalid, { field: "phoneNumber" });
}
