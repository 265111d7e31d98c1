import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, LogLevel, Paddle, type Environment } from "@paddle/paddle-node-sdk";
import { PaymentDeclined, PaymentsUnavailable } from "@/lib/domain/ports/payments";
import { inSpan } from "@/lib/platform/observability/trace";
import { describeCallError } from "@/lib/platform/outbound-call";
import { isPaddleSandbox } from "@/lib/platform/test-accounts";

const maxAttempts = 3;
const maxRetryWaitMs = 5_000;

type Access = { apiKey: string; apiUrl: string | undefined };

/**
 * The SDK, for Paddle's live or sandbox environment, depending on the key, or for our sandbox at `apiUrl`.
 */
export function createSdk(settings: Access): Paddle {
  return new Paddle(settings.apiKey, {
    logLevel: LogLevel.none,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- the SDK accepts any base URL here, although its type does not
    environment: baseUrlOf(settings) as Environment,
  });
}

/** Base URL of the API (https://developer.paddle.com/api-reference/about/authentication). */
export function baseUrlOf({ apiKey, apiUrl }: Access): string {
  if (apiUrl !== undefined) return apiUrl;
  return isPaddleSandbox(apiKey) ? "https://sandbox-api.paddle.com" : "https://api.paddle.com";
}

/** Any failed call. The SDK throws a TypeError for an incomplete response, which counts too. */
export function toUnavailable(error: unknown): PaymentsUnavailable {
  return error instanceof PaymentsUnavailable
    ? error
    : new PaymentsUnavailable(`Paddle: ${describeCallError(error)}`, { cause: error });
}

/** Returns whether Paddle has no object with the requested ID. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === "not_found" || error.code === "entity_not_found")
  );
}

/**
 * Throws PaymentDeclined for a declined card, and any other error unchanged
 * (https://developer.paddle.com/errors/subscriptions/subscription_payment_declined).
 */
export function throwIfDeclined(error: unknown): never {
  if (error instanceof ApiError && error.code === "subscription_payment_declined") {
    throw new PaymentDeclined("Paddle: the payment was declined", { cause: error });
  }
  throw error;
}

/** Adds a timeout, because the SDK has none. Its call can't be aborted, so a late response is dropped. */
export function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const attributes = { "peer.service": "paddle" } as const;
  return inSpan({ name: "call paddle", kind: "client", attributes }, () =>
    limitTime(timeoutMs, work),
  );
}

async function limitTime<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const limit = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new PaymentsUnavailable(`Paddle did not respond within ${timeoutMs} ms`);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    limit.abort();
    timeout.catch(() => undefined);
    work.catch(() => undefined);
  }
}

/** Milliseconds until the next attempt; null when retrying is pointless. */
function waitAfter(error: unknown, attempt: number): number | null {
  const backoffMs = 200 * 2 ** attempt + Math.random() * 100;
  if (!(error instanceof ApiError)) return backoffMs;
  if (error.retryAfter !== null) return error.retryAfter * 1_000;
  return error.type === "api_error" || error.code === "too_many_requests" ? backoffMs : null;
}

/** Retries a read, up to three attempts and until the deadline. */
export async function withRetry<Result>(
  timeoutMs: number,
  deadlineMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    const leftMs = deadlineMs - performance.now();
    try {
      return await within(Math.max(1, Math.min(timeoutMs, leftMs)), work());
    } catch (error) {
      const waitMs = waitAfter(error, attempt);
      const isLast = attempt + 1 >= maxAttempts || performance.now() + (waitMs ?? 0) >= deadlineMs;
      if (waitMs === null || isLast || waitMs > maxRetryWaitMs) throw error;
      await sleep(waitMs);
    }
  }
}
