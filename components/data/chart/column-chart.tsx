"use client";

import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar, BarStack } from "@visx/shape";
import { Plot, type EndLabel } from "./plot";
import { fills, toneOfValue, type ChartProps, type ChartSeries } from "./types";

export type ColumnChartProps = ChartProps & {
  /** A bar of ink over each column, such as the net of gains and losses. */
  net?: ChartSeries;
  /** Words above each column on wide screens. */
  figures?: readonly string[];
};

type Row = { index: number } & Record<string, number>;

/** Stacked columns; negative values hang below zero. Each series is labeled at the last column. */
export function ColumnChart({ net, figures, ...props }: ColumnChartProps) {
  const { points, series, format } = props;
  const rows = points.map((_, index): Row => ({
    index,
    ...Object.fromEntries(series.map(({ key, values }) => [key, values[index] ?? 0])),
  }));
  const heights = rows.map((_, index) => heightOf(series, index));
  const y = scaleLinear({
    domain: [
      Math.min(0, ...heights.map(({ down }) => down)),
      Math.max(1, ...heights.map(({ up }) => up)),
    ],
    range: [100, 0],
    nice: 4,
  });
  const x = scaleBand({
    domain: rows.map(({ index }) => index),
    range: [0, 100],
    paddingInner: 0.5,
    paddingOuter: 0.25,
  });
  const centers = rows.map(({ index }) => (x(index) ?? 0) + x.bandwidth() / 2);
  const columns = { series, y, format };
  return (
    <Plot
      {...props}
      series={net ? [...series, net] : series}
      places={centers}
      nearest={(place) => Math.floor(place * points.length)}
      ticks={y.ticks(4).map((value) => ({ value, top: y(value) }))}
      ends={[...endsOf(columns), ...netEnd(net, y, format)]}
      labels={
        <>
          {points.map(({ title, isPartial }, index) =>
            isPartial ? (
              <Hatching
                key={title}
                left={x(index) ?? 0}
                width={x.bandwidth()}
                top={y(heights[index]?.up ?? 0)}
                bottom={y(heights[index]?.down ?? 0)}
              />
            ) : null,
          )}
          {figures?.map((figure, index) => (
            <span
              // Columns never change places.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              style={{ left: `${centers[index] ?? 0}%`, top: `${y(heights[index]?.up ?? 0)}%` }}
              className="pointer-events-none absolute z-2 hidden -translate-x-1/2 -translate-y-[calc(100%+.25rem)] text-fine leading-4 whitespace-nowrap text-ink-2 tabular-nums lg:block"
            >
              {figure}
            </span>
          ))}
        </>
      }
    >
      <BarStack
        data={rows}
        keys={series.map(({ key }) => key)}
        x={({ index }) => index}
        xScale={x}
        yScale={y}
        color={() => ""}
        offset="diverging"
        value={(row, key) => row[key] ?? 0}
      >
        {(stacks) =>
          stacks.flatMap(({ bars, index }) =>
            bars.map((bar) => (
              <Bar
                key={`${bar.key}-${bar.index}`}
                x={bar.x}
                y={Math.min(bar.y, bar.y + bar.height)}
                width={bar.width}
                height={Math.abs(bar.height)}
                className={fills[series[index]?.tone ?? 1]}
              />
            )),
          )
        }
      </BarStack>
      {net?.values.map((value, index) => {
        const left = (x(index) ?? 0) - x.bandwidth() * 0.22;
        const line = {
          x1: left,
          x2: left + x.bandwidth() * 1.44,
          y1: y(value ?? 0),
          y2: y(value ?? 0),
        };
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <g key={index}>
            <line {...line} strokeWidth={6} className="stroke-paper" />
            <line {...line} strokeWidth={3} className="stroke-chart-2" />
          </g>
        );
      })}
    </Plot>
  );
}

type Box = { left: number; width: number; top: number; bottom: number };

/**
 * Stripes over a column whose time isn't over, in percent of the plot. The plot itself is stretched, which
 * would distort them.
 */
function Hatching({ left, width, top, bottom }: Box) {
  return (
    <span
      aria-hidden="true"
      style={{ left: `${left}%`, width: `${width}%`, top: `${top}%`, height: `${bottom - top}%` }}
      className="pointer-events-none absolute z-1 bg-[repeating-linear-gradient(-45deg,transparent_0_3px,var(--color-paper)_3px_5px)]"
    />
  );
}

function heightOf(series: readonly ChartSeries[], index: number): { up: number; down: number } {
  const values = series.map(({ values: each }) => each[index] ?? 0);
  return {
    up: values.reduce((sum, value) => sum + Math.max(0, value), 0),
    down: values.reduce((sum, value) => sum + Math.min(0, value), 0),
  };
}

type Columns = {
  series: readonly ChartSeries[];
  y: (value: number) => number;
  format: (value: number) => string;
};

/** The labels of the last column: each in the middle of its part. */
function endsOf({ series, y, format }: Columns): EndLabel[] {
  let up = 0;
  let down = 0;
  return series.map((each) => {
    const value = each.values.at(-1) ?? 0;
    const from = value < 0 ? down : up;
    if (value < 0) down += value;
    else up += value;
    const tone = toneOfValue(each.tone, value);
    return { ...each, tone, value: format(value), top: y(from + value / 2) };
  });
}

function netEnd(
  net: ChartSeries | undefined,
  y: Columns["y"],
  format: Columns["format"],
): EndLabel[] {
  const value = net?.values.at(-1) ?? 0;
  return net ? [{ ...net, value: format(value), top: y(value) }] : [];
}
