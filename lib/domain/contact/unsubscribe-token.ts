import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@/lib/platform/tokens";

/*
 * Layout before base64url: version (1 byte), subscriber ID (4 bytes), since version 2 when the account was
 * created (milliseconds since 1970, 6 bytes), and the first 16 bytes of an HMAC-SHA256 over all of it. 128
 * bits can't be guessed by calling a web server.
 */
const version = 2;
const headLength = 11;
const firstHeadLength = 5;
const macLength = 16;
const tokenPattern = /^[A-Za-z0-9_-]{28,36}$/;

/** The person that a link is for. After a restore, someone else may get the same ID. */
export type LinkedPerson = {
  subscriberId: number;
  /** When the account was created; null in links from before version 2. */
  createdAt: Date | null;
};

function macOf(head: Buffer, secret: string): Buffer {
  const hmac = createHmac("sha256", deriveKey("unsubscribe", secret));
  return hmac.update(head).digest().subarray(0, macLength);
}

/**
 * The token in a subscriber's unsubscribe links: always the same, and unforgeable without the secret
 * (RFC 8058, section 3.1, requires an opaque, hard-to-forge identifier). It never expires, because
 * links in old emails must work.
 */
export function createUnsubscribeToken(
  { subscriberId, createdAtMs }: { subscriberId: number; createdAtMs: number },
  secret: string,
): string {
  const head = Buffer.allocUnsafe(headLength);
  head.writeUInt8(version, 0);
  head.writeUInt32BE(subscriberId, 1);
  head.writeUIntBE(createdAtMs, 5, 6);
  return Buffer.concat([head, macOf(head, secret)]).toString("base64url");
}

/** Whom a token is for; null unless the token was made with one of these secrets. */
export function verifyUnsubscribeToken(
  token: string,
  secrets: readonly string[],
): LinkedPerson | null {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const isFirst = bytes.readUInt8(0) === 1;
  if (!isFirst && bytes.readUInt8(0) !== version) return null;
  const length = isFirst ? firstHeadLength : headLength;
  if (bytes.length !== length + macLength) return null;
  const head = bytes.subarray(0, length);
  const mac = bytes.subarray(length);
  const isOurs = secrets.some((secret) => timingSafeEqual(mac, macOf(head, secret)));
  if (!isOurs) return null;
  const createdAt = isFirst ? null : new Date(head.readUIntBE(5, 6));
  return { subscriberId: head.readUInt32BE(1), createdAt };
}

/** The page that the visible link opens. Opening it changes nothing. */
export function unsubscribePageUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/unsubscribe/${token}`;
}

/** The URL for `List-Unsubscribe`: a POST to it unsubscribes right away (RFC 8058, section 3). */
export function unsubscribeOneClickUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/api/unsubscribe/${token}`;
}
