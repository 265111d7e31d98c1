import { serverMessage } from "@/lib/client/fetcher";
import { loginScreen } from "@/lib/messages/account";

/** What a toast says of a login link that was not sent. */
export type LoginFailure = {
  kind: "account-not-found" | "unavailable" | "other";
  title: string;
  description: string;
};

const unknownAddress = ["find this email", "not found", "could not find", "no active account"];
const troubleOfOurs = ["unavailable", "service"];

/** Reads a failed request for a login link by what the server's sentence contains (spec, section 8). */
export function readLoginFailure(error: unknown): LoginFailure {
  const { notFoundTitle, notFoundText, unavailableTitle, failedTitle } = loginScreen;
  const sentence = serverMessage(error) ?? "We got no answer. Please try again.";
  const has = (parts: readonly string[]) =>
    parts.some((part) => sentence.toLowerCase().includes(part));
  if (has(unknownAddress)) {
    return { kind: "account-not-found", title: notFoundTitle, description: notFoundText };
  }
  if (has(troubleOfOurs)) {
    return { kind: "unavailable", title: unavailableTitle, description: sentence };
  }
  return { kind: "other", title: failedTitle, description: sentence };
}
