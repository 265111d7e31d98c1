import { shorten } from "@/lib/markdown/plain-text";

const longestSubject = 78;

/** Turns straight quotes into curly ones: `"` and `'` open at the start of a word and close elsewhere. */
export function typographicQuotes(text: string): string {
  return text
    .replaceAll(/(^|[\s([{–—-])"/g, "$1“")
    .replaceAll('"', "”")
    .replaceAll(/(^|[\s([{–—“-])'(?=\D)/g, "$1‘")
    .replaceAll("'", "’");
}

/** Text as one line without control characters, as email headers require (RFC 5322). */
export function headerLine(text: string): string {
  // Posts use the word joiner to prevent line breaks; inboxes show it as a box.
  return text
    .replaceAll("\u2060", "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** The first line of a message without its number, or its first sentence if the line is too long. */
export function firstHeadline(message: string): string {
  const line = message.split(/\r?\n/).find((candidate) => candidate.trim() !== "") ?? "";
  const text = headerLine(line).replace(/^\d{1,2}[.)]\s+/, "");
  const isLong = text.length > longestSubject;
  const headline = isLong
    ? (/^.{8,}?[.!?](?=\s)/.exec(text)?.[0] ?? text)
    : text.replace(/\s*\b2[.)]\s.*$/, "");
  return headline.replace(/(?<!\.)\.$/, "");
}

/**
 * Subject of a briefing: the post's own or its title, else the message's first headline. At most 78
 * characters, the line length that RFC 5322 recommends.
 */
export function briefingSubject(message: string, postTitle: string | undefined): string {
  const text = headerLine(postTitle ?? "") || firstHeadline(message);
  return shorten(typographicQuotes(text), longestSubject);
}
