import { textWidth } from "./text-width";

/**
 * Wraps text at word boundaries to at most `width` columns per line. A longer word, such as a URL,
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
  if (width === Infinity) return line;
  const lines: string[] = [];
  let current = "";
  let used = 0;
  for (const word of line.split(" ")) {
    const room = width - (lines.length > 0 ? indent.length : 0);
    const wordWidth = textWidth(word);
    if (current !== "" && used + 1 + wordWidth > room) {
      lines.push(current);
      current = word;
      used = wordWidth;
    } else {
      current = current === "" ? word : `${current} ${word}`;
      used += used === 0 ? wordWidth : wordWidth + 1;
    }
  }
  return [...lines, current].join(`\n${indent}`);
}
