const detailLength = 300;

/**
 * A `Retry-After` header (RFC 9110, section 10.2.3) in milliseconds from `now`; undefined when
 * absent or unreadable. Both forms are read: seconds and HTTP date.
 */
export function parseRetryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const delayMs = Number.isNaN(seconds) ? Date.parse(header) - now.getTime() : seconds * 1000;
  return Number.isFinite(delayMs) ? Math.max(0, Math.round(delayMs)) : undefined;
}

/** What went wrong with a call, in one line for the log: the message and the system's code beneath. */
export function describeCallError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, detailLength);
  const { cause } = error;
  const beneath =
    cause instanceof Error && cause.message !== error.message ? `: ${cause.message}` : "";
  return `${error.message}${beneath}`.slice(0, detailLength);
}
