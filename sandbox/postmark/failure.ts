import { ProviderRefusal } from "../provider-refusal";

/** The Postmark error codes that the sandbox uses (postmarkapp.com/developer/api/overview). */
export const postmarkErrorCodes = {
  badToken: 10,
  maintenance: 100,
  invalidEmailRequest: 300,
  invalidJson: 402,
  inactiveRecipient: 406,
  tooManyBatchMessages: 410,
  rateLimitExceeded: 429,
  invalidQuery: 700,
  messageNotFound: 701,
  unknownStream: 1235,
} as const;

/** The body of an error response. */
export type PostmarkFailure = { ErrorCode: number; Message: string };

/** A call that Postmark rejects as a whole. */
export function postmarkRefusal(statusCode: number, ErrorCode: number, Message: string) {
  return new ProviderRefusal(statusCode, { ErrorCode, Message } satisfies PostmarkFailure);
}

/** The body of Postmark's own error response with this HTTP status. */
export function postmarkFailure(status: number): PostmarkFailure {
  const { badToken, maintenance, rateLimitExceeded } = postmarkErrorCodes;
  switch (status) {
    case 401:
      return {
        ErrorCode: badToken,
        Message: "Request does not contain a valid Server token.",
      };
    case 429:
      return { ErrorCode: rateLimitExceeded, Message: "Rate limit exceeded." };
    case 503:
      return { ErrorCode: maintenance, Message: "The Postmark API is offline for maintenance." };
    default:
      return { ErrorCode: 0, Message: "There was a problem with the processing of the request." };
  }
}
