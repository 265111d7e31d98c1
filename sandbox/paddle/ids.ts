import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

function encode(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let at = 0; at < length; at += 1) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/**
 * An id as Paddle makes them: a prefix and 26 characters that sort by time
 * (https://developer.paddle.com/api-reference/about/paddle-ids).
 *
 * @param sequence grows with every id, so that ids of one millisecond sort too
 */
export function makePaddleId(prefix: string, atMs: number, sequence: number): string {
  const chance = Array.from(randomBytes(10), (byte) => alphabet.charAt(byte % 32)).join("");
  return `${prefix}_${encode(atMs, 10)}${encode(sequence % 32 ** 6, 6)}${chance}`;
}
