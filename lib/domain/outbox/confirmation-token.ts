import { readSignedValue, signValue } from "@/lib/platform/tokens";

const purpose = "address-confirmation";
const changePurpose = "email-change";
const stopPurpose = "email-change-stop";

/** The page that the emailed link opens. Opening it changes nothing. */
export function confirmationPageUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/confirm-email/${token}`;
}

/** The token in the link that confirms an address, unforgeable without the secret. */
export function createConfirmationToken(confirmationId: number, secret: string): string {
  return signValue(String(confirmationId), purpose, secret);
}

/** The ID in a token; null unless the token was made with one of these secrets. */
export function verifyConfirmationToken(token: string, secrets: readonly string[]): number | null {
  const value = readSignedValue(token, purpose, secrets);
  return value === null ? null : Number(value);
}

/** The page that the link in an email to a new address opens. Opening it changes nothing. */
export function emailChangePageUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/change-email/${token}`;
}

/** The token in the link that makes an address the subscriber's. */
export function createEmailChangeToken(changeId: number, secret: string): string {
  return signValue(String(changeId), changePurpose, secret);
}

/** The ID in a token; null unless the token was made with one of these secrets. */
export function verifyEmailChangeToken(token: string, secrets: readonly string[]): number | null {
  const value = readSignedValue(token, changePurpose, secrets);
  return value === null ? null : Number(value);
}

/** The page that the link in the email to the current address opens. Opening it changes nothing. */
export function stopEmailChangePageUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/change-email/stop/${token}`;
}

/** The token in the link that stops a change of address. */
export function createStopEmailChangeToken(changeId: number, secret: string): string {
  return signValue(String(changeId), stopPurpose, secret);
}

/** The ID in a token; null unless the token was made with one of these secrets. */
export function verifyStopEmailChangeToken(
  token: string,
  secrets: readonly string[],
): number | null {
  const value = readSignedValue(token, stopPurpose, secrets);
  return value === null ? null : Number(value);
}
