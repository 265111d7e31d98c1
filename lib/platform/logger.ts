import pino, { type Logger } from "pino";
import { reportLogLine } from "./observability/error-reports";
import { mapStack } from "./observability/map-stack";
import { currentTrace } from "./observability/trace";

export type { Logger } from "pino";

/** Of pino. */
const errorLevel = 50;

/**
 * A structured logger: one JSON object per line, times in UTC, secrets redacted. Callers shorten email
 * addresses and phone numbers first (`shortenAddress`); row values are removed from database errors. Lines
 * carry the ids of their request and trace, and errors are reported.
 *
 * @param destination standard output by default
 */
export function createLogger(
  name: string,
  level: string,
  destination?: pino.DestinationStream,
): Logger {
  const options: pino.LoggerOptions = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    mixin: traceFields,
    hooks: {
      logMethod(line, method, at) {
        if (at >= errorLevel) reportLogLine(name, line);
        method.apply(this, line);
      },
    },
    redact: {
      paths: ["password", "token", "authorization", "cookie", "*.password", "*.token"],
      censor: "[redacted]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

function traceFields(_line: object, level: number): object {
  const { requestId, traceId, spanId, route } = currentTrace() ?? {};
  return { requestId, traceId, spanId, ...(level >= errorLevel && { route }) };
}

/** A database error without the rejected row and the call's arguments. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const {
    meta: _row,
    detail: _values,
    where: _statement,
    ...described
  } = pino.stdSerializers.err(error);
  described.stack = mapStack(described.stack);
  if (error.name !== "PrismaClientValidationError") return described;
  // Its message starts with the call, as source code.
  const message = error.message.split("\n\n").at(-1) ?? "";
  return { ...described, message, stack: described.stack.replace(error.message, message) };
}

/** `alice@example.com` → `a…@example.com`; `+14155550100` → `+1415…00`: enough to find someone, not enough to contact them. */
export function shortenAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at > 0) return `${address.slice(0, 1)}…${address.slice(at)}`;
  return address.length > 7 ? `${address.slice(0, 5)}…${address.slice(-2)}` : "…";
}
