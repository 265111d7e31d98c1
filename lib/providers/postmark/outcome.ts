import type { MailMessage } from "@/lib/domain/ports/mail";
import type { CallFailure, MessageResult } from "@/lib/domain/ports/send-outcome";
import { describeCallError, parseRetryAfterMs } from "@/lib/platform/outbound-call";
import { UnsentCallError } from "@/lib/platform/provider-call";
import { Errors } from "postmark";
import { z } from "zod";

/** What `MailProvider.sendBatch` returns. */
export type BatchOutcome = { state: "answered"; results: MessageResult[] } | CallFailure;

/** What happened to one request. Recorded below the SDK, which drops headers and error causes. */
export type Exchange = { isOversized: boolean; networkError?: unknown; retryAfter: string | null };

/** `too-much`: the whole call was refused because of something in it; nothing was accepted. */
export type Posted = BatchOutcome | { state: "too-much"; errorCode: number; message: string };

/** One entry of Postmark's response to `/email/batch`. */
export type PostmarkResult = {
  errorCode: number;
  message: string;
  messageId: string;
  to: string | undefined;
};

/** `held`: retry; it isn't about the email. */
type Verdict = MessageResult | { state: "held"; detail: string };

/**
 * Codes about our token, sender, stream, or account: every other email would be refused too
 * (https://postmarkapp.com/developer/api/overview#error-codes).
 */
const accountCodes = new Set([10, 400, 401, 405, 411, 412, 413, 1226, 1235, 1236]);
/** Maintenance and rate limit. */
const laterCodes = new Set([100, 429]);

/** Returns whether a call was refused as a whole because of our account. */
function isAccountCode(errorCode: number, message: string): boolean {
  return accountCodes.has(errorCode) || (errorCode === 300 && /'From'/i.test(message));
}

/** What a call without a result per email means. */
export function classifyError(error: unknown, exchange: Exchange): Posted {
  if (exchange.isOversized) {
    return { state: "too-much", errorCode: 0, message: "the call is over 50 MB" };
  }
  const { networkError } = exchange;
  const detail = describeCallError(networkError ?? error);
  if (networkError instanceof UnsentCallError) {
    return { state: "unsent", hasBegun: networkError.hasBegun, detail };
  }
  const hasResponse = exchange.networkError === undefined && error instanceof Errors.PostmarkError;
  if (!hasResponse) return { state: "unknown", detail };
  const { statusCode, code, message } = error;
  if (statusCode === 429) {
    const retryAfterMs = parseRetryAfterMs(exchange.retryAfter, new Date());
    return { state: "throttled", retryAfterMs, detail };
  }
  const summary = `Postmark HTTP ${statusCode}, code ${code}: ${message}`.slice(0, 300);
  if (statusCode === 413) return { state: "too-much", errorCode: code, message };
  // Without Postmark's own code, the response came from a proxy in between.
  if (code === 0 || statusCode < 400 || statusCode >= 500)
    return { state: "unknown", detail: summary };
  if (statusCode === 401 || statusCode === 403 || isAccountCode(code, message)) {
    return { state: "unauthorized", detail: summary };
  }
  if (statusCode === 422) return { state: "too-much", errorCode: code, message };
  return { state: "unknown", detail: summary };
}

function judge(result: PostmarkResult): Verdict {
  const { errorCode, message } = result;
  const detail = `Postmark ${errorCode}: ${message}`;
  if (errorCode === 0) return { state: "accepted", providerMessageId: result.messageId };
  if (laterCodes.has(errorCode)) return { state: "held", detail };
  const refused = { state: "refused", code: errorCode, detail } as const;
  if (errorCode === 406) return { ...refused, reason: "inactive_recipient" };
  if (errorCode === 300 && !isAccountCode(errorCode, message))
    return { ...refused, reason: "invalid_address" };
  return { ...refused, reason: "rejected" };
}

/**
 * The outcome of one call from its results. A call with both accepted and held emails counts as unknown, so
 * that accepted ones are found by their tag and only the rest are sent again.
 */
export function toBatchOutcome(results: readonly PostmarkResult[]): BatchOutcome {
  const verdicts = results.map(judge);
  const finalized = verdicts.filter((verdict) => verdict.state !== "held");
  const held = verdicts.filter((verdict) => verdict.state === "held");
  const [cause] = held;
  if (!cause) return { state: "answered", results: finalized };
  if (finalized.some((result) => result.state === "accepted")) {
    return {
      state: "unknown",
      detail: `${held.length} of ${results.length} held: ${cause.detail}`,
    };
  }
  return { state: "throttled", retryAfterMs: undefined, detail: cause.detail };
}

/**
 * The outcome of two halves sent one after the other. If the second half fails after emails of the first were
 * accepted, the outcome is unknown, so that those aren't sent again.
 */
export function joinOutcomes(first: BatchOutcome, second: BatchOutcome): BatchOutcome {
  if (first.state !== "answered") return first;
  if (second.state === "answered") {
    return { state: "answered", results: [...first.results, ...second.results] };
  }
  const isPartlyAccepted = first.results.some((result) => result.state === "accepted");
  return isPartlyAccepted
    ? { state: "unknown", detail: `first half accepted, then ${second.detail}` }
    : second;
}

const resultSchema = z
  .object({
    ErrorCode: z.number(),
    Message: z.string().catch(""),
    MessageID: z.string().catch(""),
    To: z.string().optional().catch(undefined),
  })
  .refine((result) => result.ErrorCode !== 0 || result.MessageID !== "")
  .transform((result): PostmarkResult => ({
    errorCode: result.ErrorCode,
    message: result.Message,
    messageId: result.MessageID,
    to: result.To,
  }));

const answerSchema = z.array(resultSchema);

function isSameOrder(
  messages: readonly MailMessage[],
  results: readonly PostmarkResult[],
): boolean {
  let addresses: Set<string> | undefined;
  return results.every((result, index) => {
    const expected = messages[index]?.to;
    if (result.to === undefined || result.to === expected) return true;
    const to = result.to.toLowerCase();
    if (to === expected?.toLowerCase()) return true;
    // Postmark may normalize an address, but a different recipient's address means wrong order.
    addresses ??= new Set(messages.map((message) => message.to.toLowerCase()));
    return !addresses.has(to);
  });
}

/**
 * Reads the body of a 200 from `/email/batch`: one result per email, in the same order. Null for anything
 * else (truncated, a proxy's error page, wrong order): the outcome is then unknown.
 */
export function readBatchAnswer(
  answer: unknown,
  messages: readonly MailMessage[],
): PostmarkResult[] | null {
  const results = answerSchema.safeParse(answer).data;
  if (!results || results.length !== messages.length) return null;
  return isSameOrder(messages, results) ? results : null;
}
