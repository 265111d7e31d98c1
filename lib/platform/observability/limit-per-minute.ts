/** A function that returns true at most `max` times a minute. */
export function limitPerMinute(max: number): () => boolean {
  let startedAt = performance.now();
  let count = 0;
  return () => {
    if (performance.now() - startedAt >= 60_000) {
      startedAt = performance.now();
      count = 0;
    }
    count += 1;
    return count <= max;
  };
}
