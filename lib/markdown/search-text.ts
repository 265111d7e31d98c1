import { parseMarkdown } from "./parse";
import { writeRoot } from "./plain-text";

/** Characters of a post that the search covers; PostgreSQL's text index has a limit, too. */
const maxLength = 100_000;

/** Pieces of about 20,000 characters each. */
const maxPieces = 6;

const lineMarker = /^(?:(?:>|-|\d{1,9}\.|\[[ x]\])(?:\s+|$)|(?:\* ){2}\*$)*/;

/**
 * The text that the search finds and shows parts of: a line per paragraph, heading, or entry, without markup
 * and URLs. Private-use characters, which mark matches, are left out.
 */
export function markdownSearchText(content: string): string {
  return writeRoot(parseMarkdown(content, maxPieces), { showUrls: false })
    .normalize("NFC")
    .replaceAll(/[\uE000-\uF8FF]|\u00ad|\u200b|\u2060|\ufeff/g, "")
    .split("\n")
    .map((line) => line.trim().replace(lineMarker, "").replaceAll(/\s+/g, " "))
    .filter((line) => line !== "")
    .join("\n")
    .slice(0, maxLength)
    .toWellFormed();
}
