/** The lines of a message as headlines: without their own numbers, and without lines that are only a URL. */
export function linesOf(message: string): string[] {
  return message
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\d{1,2}[.)]\s*/u, "").trim())
    .filter((line) => line !== "" && !/^(?:https?:\/\/)?[^\s/]+\.[^\s/]+\/\S*$/.test(line));
}

/** Whether a line and a heading have the same words, whatever their case and punctuation. */
export function isSameHeadline(line: string, heading: string): boolean {
  return wordsOf(line) === wordsOf(heading);
}

function wordsOf(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[’‘]/g, "'");
  return (plain.match(/[\p{L}\p{N}$€£¥%'.,-]+/gu) ?? [])
    .map((word) => word.replaceAll(/^[',.-]+|[',.-]+$/g, ""))
    .filter((word) => word !== "")
    .join(" ");
}
