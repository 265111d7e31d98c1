const segmenter = new Intl.Segmenter("en");

// East Asian Width W and F (Unicode Standard Annex 11), by script; emoji are wide, too.
const wide =
  /^(?:[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;
const narrow = /^[\uff61-\uff9f]/u;

/** How many columns a line takes in a monospaced font. */
export function textWidth(line: string): number {
  // oxlint-disable-next-line no-control-regex -- ASCII
  if (/^[\u0000-\u007f]*$/.test(line)) return line.length;
  let width = 0;
  for (const { segment } of segmenter.segment(line)) {
    width += wide.test(segment) && !narrow.test(segment) ? 2 : 1;
  }
  return width;
}
