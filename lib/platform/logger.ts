import pino, { type Logger } from "pino";

export type { Logger } from "pino";

/**
 * A structured logger: one JSON object per line, times in UTC, secrets redacted. Callers shorten email
 * addresses and phone numbers first (`shortenAddress`).
 */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["password", "token", "authorization", "cookie", "*.password", "*.token"],
      censor: "[redacted]",
    },
  });
}

/** `alice@example.com` → `a…@example.com`; `+14155550100` → `+1415…00`: enough to find someone, not enough to contact them. */
export function shortenAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at > 0) return `${address.slice(0, 1)}…${address.slice(at)}`;
  return address.length > 7 ? `${address.slice(0, 5)}…${address.slice(-2)}` : "…";
}
