/**
 * Wraps text at word boundaries to at most `width` characters per line. A longer word, such as a URL,
 * gets its own line and is never broken. Line breaks in the text stay.
 *
 * @param indent precedes every line except the first, and counts toward the width
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
