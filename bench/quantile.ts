/** The quantile of sorted values, such as 0.95, to one decimal. */
export function quantile(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
}
