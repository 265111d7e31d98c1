import { httpMessages } from "@/lib/messages/http";
import { AppError } from "@/lib/platform/app-error";
import type { Logger } from "@/lib/platform/logger";

/** A handler's value with its own status or headers; created by `reply`. */
export class Reply {
  readonly value: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(value: unknown, status: number, headers: Readonly<Record<string, string>>) {
    this.value = value;
    this.status = status;
    this.headers = headers;
  }
}

/** Sends a value as JSON with a status other than 200, or with headers. */
export function reply(
  value: unknown,
  options: { status?: number; headers?: Record<string, string> } = {},
): Reply {
  return new Reply(value, options.status ?? 200, options.headers ?? {});
}

export function toResponse(result: unknown): Response {
  if (result instanceof Response) return result;
  if (result instanceof Reply) {
    return Response.json(result.value, { status: result.status, headers: result.headers });
  }
  return Response.json(result ?? null);
}

/** An AppError becomes its own response; any other error becomes a 500 with a fixed message. */
export function toErrorResponse(error: unknown, log: Logger): Response {
  if (error instanceof AppError) {
    log.info({ status: error.status, detail: error.message }, "request refused");
    const headers: Record<string, string> =
      error.retryAfterS === undefined ? {} : { "retry-after": String(error.retryAfterS) };
    return Response.json(error.toBody(), { status: error.status, headers });
  }
  log.error({ err: error }, "request failed");
  return Response.json({ message: httpMessages.internal }, { status: 500 });
}
