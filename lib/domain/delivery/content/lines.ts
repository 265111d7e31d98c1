/** The lines of a message as headlines: without their own numbers, and without lines that are only a URL. */
export function linesOf(message: string): string[] {
  return message
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\d{1,2}[.)](?!\d)\s*/u, "").trim())
    .filter((line) => line !== "" && !isAddress(line));
}

/** `site.example/r/ab`, with or without `https://`. */
function isAddress(line: string): boolean {
  if (/\s/.test(line)) return false;
  const url = URL.parse(/^https?:\/\//.test(line) ? line : `https://${line}`);
  return url !== null && url.hostname.includes(".") && line.includes("/");
}

/** Compares the words of a line and a heading, ignoring case and punctuation. */
export function isSameHeadline(line: string, heading: string): boolean {
  return wordsOf(line) === wordsOf(heading);
}

/** Headlines are short; a text of a megabyte would take seconds. */
const longestHeadline = 1_000;

function wordsOf(text: string): string {
  const plain = text.slice(0, longestHeadline).toLowerCase().replaceAll(/[’‘]/g, "'");
  return (
    (plain.match(/[\p{L}\p{N}$€£¥%'.,-]+/gu) ?? [])
      .join(" ")
      // Punctuation at either end of a word.
      .replaceAll(/(?<=^|\s)[',.-]+|[',.-](?=[',.-]*(?:\s|$))/g, "")
      .trim()
  );
}
