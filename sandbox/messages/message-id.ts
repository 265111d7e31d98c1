import type { StoredMessage } from "./message";

/** The message id in its provider's format: a UUID for Postmark, `SM…` for Twilio. */
export function formatMessageId(
  message: Pick<StoredMessage, "provider" | "providerMessageId">,
): string {
  const { provider, providerMessageId } = message;
  return provider === "postmark" ? formatUuid(providerMessageId) : `SM${providerMessageId}`;
}

/** Writes 32 hexadecimal digits as 8-4-4-4-12. */
export function formatUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The 32 hexadecimal digits of an id in either format. */
export function parseMessageId(id: string): string {
  return id.replace(/^SM/, "").replaceAll("-", "").toLowerCase();
}
