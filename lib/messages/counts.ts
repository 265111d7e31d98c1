/** `1296` → `1,296`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** `1, "post"` → `1 post`; `1000, "post"` → `1,000 posts`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
