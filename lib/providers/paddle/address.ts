import { parseEmailAddress } from "@/lib/contracts/email-address";

/**
 * An address that Paddle accepted: in our form, or unchanged if it isn't valid for us, because the buyer has
 * paid.
 */
export function storedAddress(email: string): string {
  return parseEmailAddress(email) ?? email.trim();
}
