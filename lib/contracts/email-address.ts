/** RFC 5321's atoms, and characters outside ASCII (RFC 6531); dots anywhere, as some providers allow. */
const localPart = /^(?:[\w.!#$%&'*+\-/=?^`{|}~]|(?![\p{C}\p{Z}])[^\p{ASCII}])+$/u;

/** At least two labels of ASCII, of which the last isn't a number: not an IP address. */
const asciiDomain =
  /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * An address as we store, compare, and send to it: `u@Bücher.example` → `u@xn--bcher-kva.example`. Null
 * when it isn't one.
 */
export function parseEmailAddress(text: string): string | null {
  const trimmed = text.trim().normalize("NFC");
  const at = trimmed.lastIndexOf("@");
  const local = trimmed.slice(0, Math.max(0, at));
  const domain = toAsciiDomain(trimmed.slice(at + 1));
  if (!localPart.test(local) || domain === null || local.length > 64) return null;
  const address = `${local}@${domain}`;
  return address.length <= 254 ? address : null;
}

/** A domain in lower case, with letters outside ASCII as Punycode; null when it isn't one. */
function toAsciiDomain(domain: string): string | null {
  // Characters that a URL would read as something other than the domain.
  if (/[\s/?#:@[\]\\%]/.test(domain)) return null;
  const { hostname } = URL.parse(`http://${domain}`) ?? { hostname: "" };
  return asciiDomain.test(hostname) ? hostname : null;
}

/** Whether our email provider can send to it: not with letters such as ü before the `@`. */
export function isSendable(address: string): boolean {
  return /^[\x21-\x7e]+$/.test(address);
}
