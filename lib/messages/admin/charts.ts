/** Texts that every chart and figure of the admin pages shares. */
export const chartMessages = {
  showTable: "Show as a table",
  /** For screen readers, after a dotted label. */
  howComputed: "how it’s computed",
  /** A chart's part in words, such as `New: $4,060`. */
  part: (label: string, value: string) => `${label}: ${value}`,
  /** What a screen reader says for a missing value. */
  none: "none",
} as const;
