import { FetchError, serverMessage } from "@/lib/client/fetcher";
import { accountNotFoundCode } from "@/lib/contracts/account";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import { loginScreen } from "@/lib/messages/account";

export type LoginFailure = {
  title: string;
  description: string;
  /** What to do, next to the field. */
  advice: string;
};

// The words that classify an answer without a code.
const notFoundWords = /find this email|not found|could not find|no active account/iu;
const unavailableWords = /unavailable|service/iu;

/** The toast for a login link that wasn't sent (docs/product-spec.md, section 6.1). */
export function readLoginFailure(error: unknown): LoginFailure {
  const { notFoundTitle, notFoundText, unavailableTitle, failedTitle, noAnswer, advice } =
    loginScreen;
  const code = error instanceof FetchError ? error.code : undefined;
  const message = serverMessage(error) ?? noAnswer;
  const is = (known: string, words: RegExp) =>
    code === undefined ? words.test(serverMessage(error) ?? "") : code === known;
  if (is(accountNotFoundCode, notFoundWords)) {
    return { title: notFoundTitle, description: notFoundText, advice: advice.notFound };
  }
  if (is(serviceUnavailableCode, unavailableWords)) {
    return { title: unavailableTitle, description: message, advice: advice.other };
  }
  const status = error instanceof FetchError ? error.status : undefined;
  const byStatus = status === 400 ? advice.invalid : status === 429 ? advice.tooMany : advice.other;
  return { title: failedTitle, description: message, advice: byStatus };
}
