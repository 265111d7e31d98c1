import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";

/*
 * Layout before base64url: version (1 byte), subscriber id (4 bytes), the first 16 bytes of
 * HMAC-SHA256 over the purpose and both. 128 bits cannot be guessed by asking a web server.
 */
const version = 1;
const headLength = 5;
const macLength = 16;
const tokenPattern = /^[A-Za-z0-9_-]{28}$/;
const purpose = Buffer.from("unsubscribe\0");

let kept: { secret: string; key: KeyObject } | undefined;

/** One key is in use at a time; making it anew for each of 100,000 mails would cost more than signing. */
function keyOf(secret: string): KeyObject {
  if (kept?.secret !== secret) kept = { secret, key: createSecretKey(secret, "utf8") };
  return kept.key;
}

function macOf(head: Buffer, secret: string): Buffer {
  const hmac = createHmac("sha256", keyOf(secret));
  return hmac.update(purpose).update(head).digest().subarray(0, macLength);
}

/**
 * The token in a subscriber's unsubscribe links: the same every time, and unforgeable without the
 * secret (RFC 8058, section 3.1, asks for an opaque, hard-to-forge identifier). It does not expire:
 * a link in an old mail must work.
 */
export function createUnsubscribeToken(subscriberId: number, secret: string): string {
  const head = Buffer.allocUnsafe(headLength);
  head.writeUInt8(version, 0);
  head.writeUInt32BE(subscriberId, 1);
  return Buffer.concat([head, macOf(head, secret)]).toString("base64url");
}

/** The subscriber id that a token was made for; null unless it was made with this secret. */
export function verifyUnsubscribeToken(token: string, secret: string): number | null {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const head = bytes.subarray(0, headLength);
  const isOurs = timingSafeEqual(bytes.subarray(headLength), macOf(head, secret));
  return isOurs && head.readUInt8(0) === version ? head.readUInt32BE(1) : null;
}

/** The page behind the visible link of a mail. Opening it changes nothing. */
export function unsubscribePageUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/unsubscribe/${token}`;
}

/** The address for `List-Unsubscribe`: a POST there unsubscribes at once (RFC 8058, section 3). */
export function unsubscribeOneClickUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/api/unsubscribe/${token}`;
}
