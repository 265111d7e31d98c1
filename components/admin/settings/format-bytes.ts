const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `1400000` → `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  const value = bytes / 1_000 ** step;
  const digits = step > 0 && value < 100 ? 1 : 0;
  return `${value.toLocaleString("en-US", { maximumFractionDigits: digits })} ${units[step]}`;
}
