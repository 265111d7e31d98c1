import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 32 random bytes as 43 characters that are safe in URLs and cookies. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in lowercase hexadecimal, for tokens and keys that must not be stored in plain text. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * HMAC-SHA256 of a value as base64url. Use it to store something short, such as a six-digit code: a
 * plain hash could be reversed by trying all of them.
 *
 * @param purpose prevents a value signed for one use from being accepted for another
 */
export function signatureOf(value: string, purpose: string, secret: string): string {
  return createHmac("sha256", secret).update(`${purpose}\n${value}`).digest("base64url");
}

/** Whether two strings are equal, in constant time. */
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

/** The signed value, or null when the signature isn't valid for this purpose. */
export function readSignedValue(signed: string, purpose: string, secret: string): string | null {
  const [encoded, signature, ...rest] = signed.split(".");
  if (!encoded || !signature || rest.length > 0) return null;
  const value = Buffer.from(encoded, "base64url").toString();
  return equalInConstantTime(signature, signatureOf(value, purpose, secret)) ? value : null;
}
