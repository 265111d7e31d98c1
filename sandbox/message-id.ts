import type { StoredMessage } from "./messages";

/** The id by which its provider knows a message: a UUID at Postmark, `SM…` at Twilio. */
export function formatMessageId(
  message: Pick<StoredMessage, "provider" | "providerMessageId">,
): string {
  const { provider, providerMessageId } = message;
  return provider === "postmark" ? formatUuid(providerMessageId) : `SM${providerMessageId}`;
}

/** 32 hexadecimal digits in the form 8-4-4-4-12. */
export function formatUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The 32 digits in an id of either form. */
export function parseMessageId(id: string): string {
  return id.replace(/^SM/, "").replaceAll("-", "").toLowerCase();
}
