import type { ExcerptPart } from "@/lib/contracts/reading/post-search";

/** Private-use characters, which no searched text contains (lib/markdown/search-text.ts). */
export const matchStart = "\uE000";
export const matchEnd = "\uE001";

/** Transfers the marks of a text to another text of the same length without marks. */
export function withMarks(text: string, marked: string): string {
  const rest = Array.from(text);
  let position = 0;
  return Array.from(marked, (each) =>
    each === matchStart || each === matchEnd ? each : rest[position++],
  ).join("");
}

/**
 * Splits an excerpt with marked words into parts. Lines of the text are set apart by a dot; an ellipsis
 * shows where a sentence was cut.
 */
export function excerptParts(marked: string): ExcerptPart[] {
  return marked
    .trim()
    .replaceAll(/\s*\n\s*/g, " · ")
    .replace(/^(?=\uE000?\p{Ll})/u, "…")
    .replace(/(?<=[^.!?…\uE001]|[^.!?…]\uE001)$/u, "…")
    .split(matchStart)
    .flatMap((piece, index) => {
      const [first = "", ...rest] = piece.split(matchEnd);
      return [
        { text: first, isMatch: index > 0 && rest.length > 0 },
        { text: rest.join(""), isMatch: false },
      ];
    })
    .filter(({ text }) => text !== "");
}
