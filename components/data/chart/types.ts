/** `alarm` is only for what is wrong. */
export type Tone = 1 | 2 | 3 | 4 | "alarm";

export type ChartPoint = {
  /** Under the axis; null for no label. */
  tick: string | null;
  /** Whether phones leave the label out. */
  isMinor?: boolean;
  /** In the readout and the table, such as `Oct 2026`. */
  title: string;
  /** Whether its time isn't over. A column is hatched then. */
  isPartial?: boolean;
};

export type ChartSeries = {
  key: string;
  label: string;
  tone: Tone;
  /** One for each point; null where there is no value. */
  values: readonly (number | null)[];
};

export type ChartProps = {
  /** What the chart shows, for screen readers and as the table's caption. */
  label: string;
  /** The same in one sentence with its main numbers, for screen readers. */
  summary: string;
  /** What the points are, the table's first heading; `Month`. */
  pointLabel: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** A value in the readout, at the end of a line, and in the table. */
  format: (value: number) => string;
  /** A value on the axis. */
  formatTick: (value: number) => string;
  heightRem?: number;
  /** Called when someone clicks a point, or presses Enter at it. */
  onSelect?: (index: number) => void;
};

export const fills: Record<Tone, string> = {
  1: "fill-chart-1",
  2: "fill-chart-2",
  3: "fill-chart-3",
  4: "fill-chart-4",
  alarm: "fill-alarm",
};

export const strokes: Record<Tone, string> = {
  1: "stroke-chart-1",
  2: "stroke-chart-2",
  3: "stroke-chart-3",
  4: "stroke-chart-4",
  alarm: "stroke-alarm",
};

/** The tone of a value in words: zero alarms no one. */
export function toneOfValue(tone: Tone, value: number): Tone {
  return tone === "alarm" && value === 0 ? 2 : tone;
}

/** Only tones that are dark enough for text. */
export const textColors: Record<Tone, string> = {
  1: "text-chart-1",
  2: "text-ink-2",
  3: "text-ink-2",
  4: "text-ink-2",
  alarm: "text-alarm",
};
