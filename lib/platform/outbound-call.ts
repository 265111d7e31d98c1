const detailLength = 300;

/**
 * A `Retry-After` header (RFC 9110, section 10.2.3) in milliseconds from `now`; undefined when
 * missing or invalid. Accepts both forms, seconds and HTTP date.
 */
export function parseRetryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const delayMs = Number.isNaN(seconds) ? Date.parse(header) - now.getTime() : seconds * 1000;
  return Number.isFinite(delayMs) ? Math.max(0, Math.round(delayMs)) : undefined;
}

/** One line for the log about a failed call: the error's message and its cause. */
export function describeCallError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, detailLength);
  const { cause } = error;
  const causeText =
    cause instanceof Error && cause.message !== error.message ? `: ${cause.message}` : "";
  return `${error.message}${causeText}`.slice(0, detailLength);
}
