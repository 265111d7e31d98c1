import { parsePhoneNumberFromString } from "libphonenumber-js";
import { onboardingMessages } from "@/lib/messages/onboarding";
import { AppError } from "@/lib/platform/app-error";

/**
 * A number as it is dialled, E.164: `+1 (415) 555-0123` → `+14155550123`. The leading plus is
 * asked for, because without it nobody can say which country is meant.
 *
 * @throws AppError 400 for a number that cannot exist
 */
export function parsePhoneNumber(text: string): string {
  const number = text.startsWith("+") ? parsePhoneNumberFromString(text) : undefined;
  if (number?.isValid()) return number.number;
  throw new AppError(400, onboardingMessages.phoneInvalid, { field: "phoneNumber" });
}
