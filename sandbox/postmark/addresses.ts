export type PostmarkAddress = { Email: string; Name: string };

// Postmark's rules: postmarkapp.com/support/article/1180.
const mailbox = /^[a-z0-9.!#$%&'`*+\-/=^_{}|~]+$/i;
const domain = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** Reads `a@b.example, "Doe, Jane" <jane@b.example>`; null when any part isn't an address. */
export function parseAddresses(field: string): PostmarkAddress[] | null {
  const addresses = splitAtCommas(field).map(parseAddress);
  return addresses.every((address) => address !== null) ? addresses : null;
}

function splitAtCommas(field: string): string[] {
  return (field.match(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function parseAddress(text: string): PostmarkAddress | null {
  const parts = /^(?:(?<name>.*?)\s*<(?<inner>[^<>]*)>|(?<bare>[^<>]*))$/s.exec(text)?.groups;
  const email = (parts?.["inner"] ?? parts?.["bare"] ?? "").trim();
  const at = email.lastIndexOf("@");
  if (!mailbox.test(email.slice(0, at)) || !domain.test(email.slice(at + 1))) return null;
  const name = (parts?.["name"] ?? "").replace(/^"(.*)"$/s, "$1").replaceAll(/\\(.)/g, "$1");
  return { Email: email, Name: name };
}
