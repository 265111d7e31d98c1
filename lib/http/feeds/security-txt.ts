import { dayMs } from "@/lib/calendar/units";
import { brand } from "@/lib/brand";
import { systemClock } from "@/lib/platform/clock";
import { isSecureUrl } from "@/lib/platform/secure-url";

/** Less than a year, as RFC 9116 recommends, so that abandoned copies expire. */
const validDays = 180;

/**
 * How to report a security problem. It's always dated the day it's read, because the people who run this
 * version answer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function toSecurityTxt(siteUrl: string, now = systemClock.now()): string {
  // From midnight, so that the text and its ETag change once a day.
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const canonical = `${siteUrl}/.well-known/security.txt`;
  return [
    `Contact: mailto:${brand.supportAddress}`,
    `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
    "Preferred-Languages: en",
    // Links must be https, which a local site isn't.
    ...(isSecureUrl(siteUrl) ? [`Canonical: ${canonical}`] : []),
    `Policy: ${brand.securityPolicyUrl}`,
    "",
  ].join("\n");
}
