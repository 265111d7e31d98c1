const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * The replies in a TwiML response: `<Message>…</Message>`, with or without a `<Body>` in it (twilio.com/docs/messaging/twiml/message).
 */
export function readReplies(twiml: string): string[] {
  const messages = twiml.matchAll(/<Message(?:\s[^>]*)?>(.*?)<\/Message>/gs);
  return [...messages]
    .map((match) => match[1] ?? "")
    .map((inner) => /<Body(?:\s[^>]*)?>(.*?)<\/Body>/s.exec(inner)?.[1] ?? inner)
    .map((text) => decodeXml(text).trim())
    .filter((text) => text !== "");
}

function decodeXml(text: string): string {
  const withoutSections = text.replaceAll(/<!\[CDATA\[(.*?)\]\]>/gs, (_whole, inner: string) =>
    inner.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  );
  return withoutSections.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith("#")) {
      const isHex = /^#x/i.test(name);
      return String.fromCodePoint(Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10));
    }
    return entities[name] ?? whole;
  });
}
