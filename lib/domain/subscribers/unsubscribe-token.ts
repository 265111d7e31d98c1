import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@/lib/platform/tokens";

/*
 * Layout before base64url: version (1 byte), subscriber ID (4 bytes), and the first 16 bytes of an
 * HMAC-SHA256 over both. 128 bits can't be guessed by calling a web server.
 */
const version = 1;
const headLength = 5;
const macLength = 16;
const tokenPattern = /^[A-Za-z0-9_-]{28}$/;

function macOf(head: Buffer, secret: string): Buffer {
  const hmac = createHmac("sha256", deriveKey("unsubscribe", secret));
  return hmac.update(head).digest().subarray(0, macLength);
}

/**
 * The token in a subscriber's unsubscribe links: always the same, and unforgeable without the secret
 * (RFC 8058, section 3.1, requires an opaque, hard-to-forge identifier). It never expires, because
 * links in old emails must work.
 */
export function createUnsubscribeToken(subscriberId: number, secret: string): string {
  const head = Buffer.allocUnsafe(headLength);
  head.writeUInt8(version, 0);
  head.writeUInt32BE(subscriberId, 1);
  return Buffer.concat([head, macOf(head, secret)]).toString("base64url");
}

/** The subscriber ID in a token; null unless the token was made with one of these secrets. */
export function verifyUnsubscribeToken(token: string, secrets: readonly string[]): number | null {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const head = bytes.subarray(0, headLength);
  const mac = bytes.subarray(headLength);
  const isOurs = secrets.some((secret) => timingSafeEqual(mac, macOf(head, secret)));
  return isOurs && head.readUInt8(0) === version ? head.readUInt32BE(1) : null;
}

/** The page that the visible link opens. Opening it changes nothing. */
export function unsubscribePageUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/unsubscribe/${token}`;
}

/** The URL for `List-Unsubscribe`: a POST to it unsubscribes right away (RFC 8058, section 3). */
export function unsubscribeOneClickUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/api/unsubscribe/${token}`;
}
