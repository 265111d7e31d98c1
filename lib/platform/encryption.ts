import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "./tokens";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM, as base64url of nonce, tag, and ciphertext.
 *
 * @param purpose derives the key, and ties the result to its place: moved to a row with a different purpose,
 *   it can't be decrypted
 */
export function encryptText(text: string, purpose: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(purpose, secret), nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/**
 * Decrypts what `encryptText` returned, or returns null if no secret fits or the text was changed.
 *
 * @param secrets the secrets that may have encrypted it
 */
export function decryptText(
  encrypted: string,
  purpose: string,
  secrets: readonly string[],
): string | null {
  const bytes = Buffer.from(encrypted, "base64url");
  for (const secret of secrets) {
    try {
      const key = deriveKey(purpose, secret);
      const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      cipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = cipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, cipher.final()]).toString("utf8");
    } catch {
      continue;
    }
  }
  return null;
}
