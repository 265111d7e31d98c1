import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 32 random bytes as 43 characters that need no escaping in an address or a cookie. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 as lower-case hexadecimal, for tokens and keys that must not be stored in clear. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * What only we can make of a value: HMAC-SHA256 as base64url. Stored in place of something short,
 * such as six digits, it tells nothing; a bare hash would be undone by trying them all.
 *
 * @param purpose keeps a value signed for one use from serving another
 */
export function signatureOf(value: string, purpose: string, secret: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${value}`).digest("base64url");
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/**
 * A value nobody else can make: `base64url(value).signature`, HMAC-SHA256.
 *
 * @param purpose keeps a value signed for one use from serving another
 */
export function signValue(value: string, purpose: string, secret: string): string {
  return `${Buffer.from(value).toString("base64url")}.${signatureOf(value, purpose, secret)}`;
}

/** The value inside, or null when the signature is not ours for this purpose. */
export function readSignedValue(signed: string, purpose: string, secret: string): string | null {
  const [encoded, signature, ...rest] = signed.split(".");
  if (!encoded || !signature || rest.length > 0) return null;
  const value = Buffer.from(encoded, "base64url").toString();
  return equalInConstantTime(signature, signatureOf(value, purpose, secret)) ? value : null;
}
