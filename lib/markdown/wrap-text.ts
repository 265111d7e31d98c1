/**
 * Breaks text into lines of at most `width` characters between words. A word that is longer, such
 * as a web address, stands on a line of its own and is never broken. Line breaks in the text stay.
 *
 * @param indent stands before every line but the first, and counts
 */
export function wrapText(text: string, width: number, indent = ""): string {
  return text
    .split("\n")
    .map((line) => wrapLine(line, width, indent))
    .join(`\n${indent}`);
}

function wrapLine(line: string, width: number, indent: string): string {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const room = width - (lines.length > 0 ? indent.length : 0);
    if (current !== "" && current.length + 1 + word.length > room) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, current].join(`\n${indent}`);
}
