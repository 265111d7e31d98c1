import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";

/*
 * Layout before base64url: version (1 byte), subscriber ID (4 bytes), and the first 16 bytes of an
 * HMAC-SHA256 over the purpose and both. 128 bits can't be guessed by calling a web server.
 */
const version = 1;
const headLength = 5;
const macLength = 16;
const tokenPattern = /^[A-Za-z0-9_-]{28}$/;
const purpose = Buffer.from("unsubscribe\0");

let cachedKey: { secret: string; key: KeyObject } | undefined;

/** Cached, because creating the key for each of 100,000 emails would cost more than signing. */
function keyOf(secret: string): KeyObject {
  if (cachedKey?.secret !== secret) cachedKey = { secret, key: createSecretKey(secret, "utf8") };
  return cachedKey.key;
}

function macOf(head: Buffer, secret: string): Buffer {
  const hmac = createHmac("sha256", keyOf(secret));
  return hmac.update(purpose).update(head).digest().subarray(0, macLength);
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

/** The subscriber ID in a token; null unless the token was made with this secret. */
export function verifyUnsubscribeToken(token: string, secret: string): number | null {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const head = bytes.subarray(0, headLength);
  const isOurs = timingSafeEqual(bytes.subarray(headLength), macOf(head, secret));
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
