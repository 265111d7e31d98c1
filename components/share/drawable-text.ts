import anyAscii from "any-ascii";

// What the fonts of the share images contain. For other characters, the drawing library would fetch a
// font from the internet.
const drawable =
  /[\u0020-\u007e\u00a0-\u0131\u0134-\u0148\u014a-\u017e\u0218-\u021b\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039\u203a\u20ac\u2122\u2212]/u;

const pictures = /[\p{C}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

function draw(character: string): string {
  if (drawable.test(character)) return character;
  if (pictures.test(character)) return "";
  const letters = anyAscii(character);
  return /\p{Script=Han}/u.test(character) ? ` ${letters} ` : letters;
}

/**
 * Text that a share image can draw: other scripts in Latin letters, and no emoji. `fallback` if no letter or
 * digit is left.
 */
export function drawableText(text: string, fallback: string): string {
  const plain = text
    .normalize("NFC")
    .replaceAll(/[\u2010-\u2012]/g, "-")
    .replaceAll(/\s/g, " ");
  const drawn = Array.from(plain, draw).join("").replaceAll(/ {2,}/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(drawn) ? drawn : fallback;
}
