import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";

/** 32 random bytes as 43 characters that are safe in URLs and cookies. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in lowercase hexadecimal, for tokens and keys that must not be stored in plain text. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const derivedKeys = new Map<string, KeyObject>();
const maxDerivedKeys = 100;

/**
 * The key for one purpose, from a secret of any length (HKDF-SHA256, RFC 5869). Cached, because deriving it
 * for each of 100,000 emails would cost more than signing.
 *
 * @param purpose keeps a signature for one use from being valid for another
 */
export function deriveKey(purpose: string, secret: string): KeyObject {
  const id = `${purpose}\n${secret}`;
  const known = derivedKeys.get(id);
  if (known) return known;
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", purpose, 32)));
  if (derivedKeys.size >= maxDerivedKeys) derivedKeys.clear();
  derivedKeys.set(id, key);
  return key;
}

/**
 * HMAC-SHA256 of a value as base64url. Use it to store something short, such as a six-digit code: a
 * plain hash could be reversed by trying all of them.
 *
 * @param purpose prevents a value signed for one use from being accepted for another
 */
export function signatureOf(value: string, purpose: string, secret: string): string {
  return createHmac("sha256", deriveKey(purpose, secret)).update(value).digest("base64url");
}

/** Compares two strings in constant time. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/**
 * Signs a value as `base64url(value).signature` with HMAC-SHA256.
 *
 * @param purpose prevents a value signed for one use from being accepted for another
 */
export function signValue(value: string, purpose: string, secret: string): string {
  return `${Buffer.from(value).toString("base64url")}.${signatureOf(value, purpose, secret)}`;
}

/**
 * The signed value, or null when the signature isn't valid for this purpose.
 *
 * @param secrets the secrets that may have signed it
 */
export function readSignedValue(
  signed: string,
  purpose: string,
  secrets: string | readonly string[],
): string | null {
  const [encoded, signature, ...rest] = signed.split(".");
  if (!encoded || !signature || rest.length > 0) return null;
  const value = Buffer.from(encoded, "base64url").toString();
  const isValid = [secrets]
    .flat()
    .some((secret) => equalInConstantTime(signature, signatureOf(value, purpose, secret)));
  return isValid ? value : null;
}
