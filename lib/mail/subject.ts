import { shorten } from "@/lib/markdown/plain-text";

const longestSubject = 78;

/** Straight quotes as printed ones: `"` and `'` at the beginning of a word open, others close. */
export function typographicQuotes(text: string): string {
  return text
    .replaceAll(/(^|[\s([{–—-])"/g, "$1“")
    .replaceAll('"', "”")
    .replaceAll(/(^|[\s([{–—“-])'(?=\D)/g, "$1‘")
    .replaceAll("'", "’");
}

/** One line without line breaks or control characters, as a mail header needs it (RFC 5322). */
export function headerLine(text: string): string {
  // A word joiner binds words on a page; inboxes show it as a box.
  return text
    .replaceAll("\u2060", "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** The first line of a message without its number, or its first sentence if the line is long. */
export function firstHeadline(message: string): string {
  const line = message.split(/\r?\n/).find((candidate) => candidate.trim() !== "") ?? "";
  const words = headerLine(line).replace(/^\d{1,2}[.)]\s+/, "");
  const isLong = words.length > longestSubject;
  const headline = isLong
    ? (/^.{8,}?[.!?](?=\s)/.exec(words)?.[0] ?? words)
    : words.replace(/\s*\b2[.)]\s.*$/, "");
  return headline.replace(/(?<!\.)\.$/, "");
}

/**
 * Subject of a briefing: the post's title, else the message's first headline; one line of 78
 * characters at most, the length that RFC 5322 recommends for a header line.
 */
export function briefingSubject(message: string, postTitle: string | undefined): string {
  const words = headerLine(postTitle ?? "") || firstHeadline(message);
  return shorten(typographicQuotes(words), longestSubject);
}
