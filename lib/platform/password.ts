import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { serviceUnavailableCode } from "@/lib/contracts/primitives";
import { httpMessages } from "@/lib/messages/http";
import { AppError } from "./app-error";
import { limitTo } from "./limit-to";

/** scrypt's parameters (RFC 7914): N = 2^ln, block size r, parallelization p. */
export type PasswordCost = { ln: number; r: number; p: number };

/** Cost in production: one of the equivalent sets in the OWASP Password Storage Cheat Sheet, 32 MB. */
export const passwordCost: PasswordCost = { ln: 15, r: 8, p: 3 };

const keyLength = 32;

/** By default, Node runs four of these at once on all its threads, delaying every file and DNS call. */
const maxRunning = 2;
/** How many may wait: with two at once, the last one waits about three seconds. */
const maxWaiting = 32;

const inTurn = limitTo(maxRunning, {
  most: maxWaiting,
  refusal: () =>
    new AppError(503, httpMessages.busy, { code: serviceUnavailableCode, retryAfterS: 5 }),
});

/** @throws AppError 503 with `retryAfterS` when too many others are waiting */
function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return inTurn(() => runScrypt(password, salt, cost));
}

function runScrypt(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  return new Promise((resolve, reject) => {
    scrypt(
      // Keyboards can produce different code points for the same character.
      password.normalize("NFKC"),
      salt,
      keyLength,
      { N, r, p, maxmem: 256 * N * r },
      (error, key) => (error ? reject(error) : resolve(key)),
    );
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

function toPhc({ ln, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(key)}`;
}

/**
 * Hashes a password to `$scrypt$ln=15,r=8,p=3$salt$hash` (PHC string format), with a 16-byte salt.
 *
 * @throws AppError as `verifyPassword`
 */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  return toPhc(cost, salt, await derive(password, salt, cost));
}

// Takes as long to check as a real hash, and no known password matches it.
function dummyHash(cost: PasswordCost): string {
  return toPhc(cost, Buffer.alloc(16), Buffer.alloc(keyLength));
}

/**
 * Returns whether a password matches a PHC string. For null, it takes the same time and returns false, so
 * that timing doesn't reveal which users exist.
 *
 * @param cost of new hashes
 * @throws AppError 503 with `retryAfterS` when too many passwords are being checked
 */
export async function verifyPassword(
  password: string,
  phc: string | null,
  cost: PasswordCost,
): Promise<boolean> {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    phc ?? dummyHash(cost),
  );
  if (!match) return false;
  const [ln, r, p] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const expected = Buffer.from(match[5] ?? "", "base64");
  const key = await derive(password, Buffer.from(match[4] ?? "", "base64"), { ln, r, p });
  return expected.length === key.length && timingSafeEqual(expected, key) && phc !== null;
}
