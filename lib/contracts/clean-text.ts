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

// The blank Braille pattern is a symbol, and the Hangul fillers are letters.
const visible = /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a reader sees anything at all. */
export function hasVisibleText(text: string): boolean {
  return visible.test(text);
}
