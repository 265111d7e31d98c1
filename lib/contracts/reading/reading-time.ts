const wordsPerMinute = 230;

/** The number of words in Markdown, and the whole minutes it takes to read them, at least 1. */
export function measureReading(content: string): { words: number; minutes: number } {
  const withoutUrls = content.replaceAll(/\]\([^)]*\)/g, "]").replaceAll(/https?:\S+/g, "");
  const words = withoutUrls.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,%-]*/gu)?.length ?? 0;
  return { words, minutes: Math.max(1, Math.round(words / wordsPerMinute)) };
}
