import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

function encode(value: number, length: number): string {
  let remaining = value;
  let text = "";
  for (let at = 0; at < length; at += 1) {
    text = alphabet.charAt(remaining % 32) + text;
    remaining = Math.floor(remaining / 32);
  }
  return text;
}

/**
 * A Paddle id: a prefix and 26 characters that sort by time
 * (https://developer.paddle.com/api-reference/about/paddle-ids).
 *
 * @param sequence increases with every id, so ids from the same millisecond sort, too
 */
export function makePaddleId(prefix: string, atMs: number, sequence: number): string {
  const random = Array.from(randomBytes(10), (byte) => alphabet.charAt(byte % 32)).join("");
  return `${prefix}_${encode(atMs, 10)}${encode(sequence % 32 ** 6, 6)}${random}`;
}

/** The same day of the next month or year, or the last day of a shorter month. */
export function addInterval(from: string, interval: "month" | "year"): string {
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (interval === "year" ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return toPaddleTime(date.getTime(), 0);
}

/**
 * An address as Paddle's checkout accepts it: any characters except spaces around an `@`, such as
 * `müller@example.de`, `a!b@example.com`, or `u@bücher.example`.
 */
export const paddleAddress = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u;

/** `450`, `GBP` → `£4.50`; `800`, `JPY` → `¥800`. */
export function formatAmount(amount: string, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(Number(amount) / 10 ** digits);
}

/** An instant with microseconds, as in Paddle's API. */
export function toPaddleTime(ms: number, micros: number): string {
  return new Date(ms).toISOString().replace("Z", `${String(micros % 1_000).padStart(3, "0")}Z`);
}
