import { parseEmailAddress } from "@/lib/contracts/email-address";

/** An address that Paddle took: in our form, or as given if it isn't one, because its buyer has paid. */
export function storedAddress(email: string): string {
  return parseEmailAddress(email) ?? email.trim();
}
