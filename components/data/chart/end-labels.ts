/**
 * Moves overlapping labels apart, as little as possible.
 *
 * @param positions in percent of the height, from the top
 * @param gap smallest distance, in percent
 */
export function spreadLabels(positions: readonly number[], gap: number): number[] {
  const order = positions.map((_, index) => index);
  order.sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const placed = positions.map((position) => position);
  let last = -Infinity;
  for (const index of order) {
    last = Math.max(placed[index] ?? 0, last + gap);
    placed[index] = last;
  }
  // What was pushed past the bottom moves up again, with those above it.
  let limit = 100;
  for (const index of order.toReversed()) {
    limit = Math.min(placed[index] ?? 0, limit);
    placed[index] = limit;
    limit -= gap;
  }
  return placed;
}

/** Width of labels in rem: figures and letters of 13 px are about half an em wide. */
export function labelWidth(labels: readonly string[]): number {
  return 0.875 + 0.45 * Math.max(0, ...labels.map((label) => label.length));
}
