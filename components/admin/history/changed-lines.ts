/** Unchanged lines shown before and after a change. */
const context = 1;

/** The lines of two texts from the first to the last that differ, with a line of context around them. */
export function changedLines(before: string, after: string): { before: string; after: string } {
  const [left, right] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const part = (lines: readonly string[]) => {
    const [from, to] = [Math.max(0, start - context), lines.length - Math.max(0, end - context)];
    const text = lines.slice(from, to).join("\n");
    return `${from > 0 ? "…\n" : ""}${text}${to < lines.length ? "\n…" : ""}`;
  };
  return { before: part(left), after: part(right) };
}
