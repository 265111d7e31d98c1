import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { accountNotFoundCode } from "@/lib/contracts/account";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import { loginScreen } from "@/lib/messages/account";

export type LoginFailure = {
  title: string;
  description: string;
};

/** The toast for a login link that wasn't sent (docs/product-spec.md, section 6.1). */
export function readLoginFailure(error: unknown): LoginFailure {
  const { notFoundTitle, notFoundText, unavailableTitle, failedTitle, noAnswer } = loginScreen;
  const code = error instanceof FetchError ? error.code : undefined;
  const message = serverMessage(error) ?? noAnswer;
  if (code === accountNotFoundCode) {
    return { title: notFoundTitle, description: notFoundText };
  }
  if (code === serviceUnavailableCode) {
    return { title: unavailableTitle, description: message };
  }
  return { title: failedTitle, description: message };
}
