import { readSignedValue, signValue } from "@/lib/platform/tokens";

/** The page of each link in an email that asks for a confirmation. Opening one changes nothing. */
const pages = {
  "address-confirmation": "confirm-email",
  "email-change": "change-email",
  "email-change-stop": "change-email/stop",
} as const;

export type ConfirmationPurpose = keyof typeof pages;

export function confirmationPageUrl(
  purpose: ConfirmationPurpose,
  siteUrl: string,
  token: string,
): string {
  return `${siteUrl}/${pages[purpose]}/${token}`;
}

/** The link to a purpose's page, unforgeable without the secret. */
export function createConfirmationLink(
  purpose: ConfirmationPurpose,
  id: number,
  { siteUrl, signingSecret }: { siteUrl: string; signingSecret: string },
): string {
  return confirmationPageUrl(purpose, siteUrl, signValue(String(id), purpose, signingSecret));
}

/** The ID in a token; null unless the token was made with one of these secrets. */
export function verifyConfirmationToken(
  purpose: ConfirmationPurpose,
  token: string,
  secrets: readonly string[],
): number | null {
  const value = readSignedValue(token, purpose, secrets);
  return value === null ? null : Number(value);
}
