/** Text as one line, trimmed. Control characters and line breaks become a space. */
export function toSingleLine(text: string): string {
  // The lookbehind starts a run of spaces only once: otherwise, a long one takes quadratic time.
  return text.replaceAll(/(?:(?<! ) +)?[\p{Cc}\p{Zl}\p{Zp}]+ */gu, " ").trim();
}

/** Text without control characters. Every kind of line break becomes `\n`, and a tab a space. */
export function withoutControls(text: string): string {
  return text
    .replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, "\n")
    .replaceAll("\t", " ")
    .replaceAll(/(?!\n)\p{Cc}/gu, "");
}

/** Where a line break would end a table's row or a heading. */
const needsOneLine = /^ {0,3}#|\|/;

/**
 * Markdown without control characters, except tabs. Line breaks inside of a paragraph, as word processors
 * write them (U+000B, U+2028), become Markdown's; page and paragraph breaks become empty lines.
 */
export function withoutControlsInMarkdown(markdown: string): string {
  const lines = markdown.replaceAll(/\r\n?|\u0085/g, "\n").replaceAll(/[\f\u2029]/g, "\n\n");
  return lines
    .replaceAll(/^.*[\v\u2028].*$/gm, (line) =>
      line.replaceAll(/[\v\u2028]/g, needsOneLine.test(line) ? " " : "  \n"),
    )
    .replaceAll(/(?![\n\t])\p{Cc}/gu, "");
}

// The blank Braille pattern is a symbol, and the Hangul fillers are letters.
const visible = /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a reader sees anything at all. */
export function hasVisibleText(text: string): boolean {
  return visible.test(text);
}
