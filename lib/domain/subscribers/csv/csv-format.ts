/** The columns of a subscriber file, in the order in which an export writes them. */
export const subscriberColumns = [
  "email",
  "name",
  "phone",
  "timezone",
  "status",
  "email_enabled",
  "sms_enabled",
  "sms_consent_at",
] as const;

/** A column of a subscriber file. */
export type SubscriberColumn = (typeof subscriberColumns)[number];

/**
 * A cell that no spreadsheet takes for a formula: an apostrophe stands before what could begin one
 * (OWASP, CSV injection). `fromSafeCell` takes it away again, so that a round trip changes nothing.
 */
export function toSafeCell(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** What `toSafeCell` was given. */
export function fromSafeCell(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
