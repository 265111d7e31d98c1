const maxLength = 200;

/** How much of a message is searched; a provider can quote all of its input. */
const maxSearched = 2_000;

/** What is replaced, in this order. */
const replaced: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/\b(https?:\/\/)(?:[^\s/?#@]*@)?([\w.:-]+)[^\s]*/gi, "$1$2"],
  // Quoted text is someone's value.
  [/"[^"]*"|“[^”]*”|(?<!\w)'[^']*'(?!\w)|`[^`]*[^\w.`()][^`]*`/g, '"…"'],
  [/[^\s<>()]*(?:@|%40)[^\s<>()]*/g, "[address]"],
  [/\+?\(?\d[\d\s().-]{3,}\d/g, "[number]"],
  [/(?=[\w+/=-]*\d)[\w+/=-]{16,}/g, "[id]"],
];

/**
 * An error message without anything that may identify a person: addresses, phone numbers, tokens, quoted
 * values, and all of a URL but its host. At most 200 characters of one line.
 */
export function withoutPersonalData(message: string): string {
  // Prisma's messages start with the call, as source code.
  const lastPart =
    message
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? "";
  const line = lastPart.split("\n", 1)[0]?.slice(0, maxSearched) ?? "";
  const cleaned = replaced.reduce((text, [pattern, by]) => text.replace(pattern, by), line);
  return cleaned.length > maxLength ? `${cleaned.slice(0, maxLength)}…` : cleaned;
}
