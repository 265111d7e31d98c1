/** The value under which a share of sorted values lies, to one decimal. */
export function quantile(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
}
