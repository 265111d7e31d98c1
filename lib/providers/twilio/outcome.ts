import type { CallFailure, MessageResult, RefusalReason } from "@/lib/domain/ports/send-outcome";
import { parseRetryAfterMs } from "@/lib/platform/outbound-call";
import { z } from "zod";

/** A raw response from Twilio. */
export type TwilioResponse = { status: number; text: string; retryAfter: string | null };

/** Codes that permanently refuse a number or text: https://www.twilio.com/docs/api/errors */
const refusals = new Map<number, RefusalReason>([
  [21211, "invalid_number"],
  [21214, "invalid_number"],
  [21217, "invalid_number"],
  // A short code, and a premium-rate or information service number.
  [21265, "invalid_number"],
  // Our own number.
  [21266, "invalid_number"],
  [21268, "invalid_number"],
  [21604, "invalid_number"],
  [21614, "invalid_number"],
  [21610, "opted_out"],
  [21635, "landline"],
  [30006, "landline"],
  [30007, "filtered"],
]);

/** Message codes start here; lower ones are about the account, the key, or the request. */
const firstMessageCode = 21_000;

/** Too many requests, a full sender queue, or the sending rate exceeded. */
const throttleCodes = new Set([14107, 20429, 21611, 63038]);

const errorSchema = z.object({ code: z.number(), message: z.string().catch("") });

function readError(text: string): z.output<typeof errorSchema> | null {
  try {
    return errorSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Classifies a response other than a created message. Most codes don't say whether they are about the
 * recipient or about us, and Twilio moves and splits them: `rejected` leaves that open. A refusal counts only
 * with Twilio's error code. Without one, the response came from a proxy, and the text may have been accepted.
 *
 * @param now for a `Retry-After` that is a date
 */
export function classifyRefusal(answer: TwilioResponse, now: Date): MessageResult | CallFailure {
  const { status } = answer;
  const error = readError(answer.text);
  const detail = `Twilio HTTP ${status}${error ? `, code ${error.code}: ${error.message}` : ""}`;
  if (status === 429 || (error && status < 500 && throttleCodes.has(error.code))) {
    return { state: "throttled", retryAfterMs: parseRetryAfterMs(answer.retryAfter, now), detail };
  }
  if (!error || status < 400 || status >= 500) return { state: "unknown", detail };
  const { code } = error;
  if (status === 401 || (status === 403 && code < firstMessageCode)) {
    return { state: "unauthorized", detail };
  }
  return { state: "refused", reason: refusals.get(code) ?? "rejected", code, detail };
}
