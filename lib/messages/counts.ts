/** `1296` → `1,296`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** `1296.5`, 2 → `1,296.50`. */
export function formatDecimal(value: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString("en-US", digits);
}

/** `1, "post"` → `1 post`; `1000, "post"` → `1,000 posts`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
