// Everything that the fonts of the share images don't contain. For other characters, the drawing
// library would fetch a font from the internet.
const undrawable =
  /[^\u0020-\u007e\u00a0-\u0131\u0134-\u0148\u014a-\u017e\u0218-\u021b\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u20ac\u2122\u2212]/gu;

const replacements: readonly [RegExp, string][] = [
  [/[\u2010-\u2012]/g, "-"],
  [/\s+/g, " "],
];

/** Removes the characters that a share image can't draw; `fallback` if no letter or digit is left. */
export function drawableText(text: string, fallback: string): string {
  const plain = replacements.reduce(
    (result, [pattern, replacement]) => result.replaceAll(pattern, replacement),
    text.normalize("NFC"),
  );
  const drawn = plain.replaceAll(undrawable, "").replaceAll(/ {2,}/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(drawn) ? drawn : fallback;
}
