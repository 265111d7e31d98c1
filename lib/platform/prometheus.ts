/** A metric with its samples (prometheus.io/docs/instrumenting/exposition_formats). */
export type Metric = {
  name: string;
  /** One sentence. */
  help: string;
  type: "gauge" | "counter";
  samples: readonly Sample[];
};

/** A value and its labels. */
export type Sample = { labels?: Readonly<Record<string, string>>; value: number };

/** How long requests have taken, per method and status class, since the process started. */
type Durations = Map<string, { labels: Record<string, string>; counts: number[]; sumS: number }>;

const bucketsS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

// Next bundles each route separately, each with its own copy of this module.
const shared: typeof globalThis & { apiRequestDurations?: Durations } = globalThis;
const durations: Durations = (shared.apiRequestDurations ??= new Map());

/** Counts an answered request. */
export function countRequest(method: string, status: number, tookMs: number): void {
  const labels = { method, status: `${Math.floor(status / 100)}xx` };
  const key = `${labels.method} ${labels.status}`;
  const known = durations.get(key) ?? { labels, counts: bucketsS.map(() => 0).concat(0), sumS: 0 };
  const tookS = tookMs / 1_000;
  const index = bucketsS.findIndex((limit) => tookS <= limit);
  const bucket = index === -1 ? bucketsS.length : index;
  known.counts[bucket] = (known.counts[bucket] ?? 0) + 1;
  known.sumS += tookS;
  durations.set(key, known);
}

/** Metrics in Prometheus' text format, version 0.0.4. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ labels, value }) => `${name}${formatLabels(labels)} ${value}`),
        "",
      ].join("\n"),
    )
    .join("");
}

/** The histogram of this process's requests, in the same format. */
export function formatRequestDurations(name: string): string {
  const lines = [
    `# HELP ${name} How long requests to the API of this process took.`,
    `# TYPE ${name} histogram`,
  ];
  for (const { labels, counts, sumS } of durations.values()) {
    let total = 0;
    counts.forEach((count, index) => {
      total += count;
      const le = String(bucketsS[index] ?? "+Inf");
      lines.push(`${name}_bucket${formatLabels({ ...labels, le })} ${total}`);
    });
    lines.push(`${name}_sum${formatLabels(labels)} ${Number(sumS.toFixed(6))}`);
    lines.push(`${name}_count${formatLabels(labels)} ${total}`);
  }
  return `${lines.join("\n")}\n`;
}

function formatLabels(labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
