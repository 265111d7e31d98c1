"use client";

import { scaleLinear } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { Plot } from "./plot";
import { strokes, type ChartProps, type ChartSeries } from "./types";

/** Lines over time, from zero. Each is labeled at its end. */
export function LineChart(props: ChartProps) {
  const { points, series, format } = props;
  const last = Math.max(1, points.length - 1);
  const largest = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const y = scaleLinear({ domain: [0, largest], range: [100, 0], nice: 4 });
  const x = scaleLinear({ domain: [0, last], range: [0, 100] });
  return (
    <Plot
      {...props}
      places={points.map((_, index) => x(index))}
      nearest={(place) => Math.round(place * last)}
      ticks={y.ticks(4).map((value) => ({ value, top: y(value) }))}
      ends={series.flatMap((each) => {
        const value = lastValue(each);
        return value === null ? [] : [{ ...each, value: format(value), top: y(value) }];
      })}
    >
      {series.toReversed().map(({ key, tone, values }) => (
        <LinePath
          key={key}
          data={values.map((value, index) => ({ value, index }))}
          defined={({ value }) => value !== null}
          x={({ index }) => x(index)}
          y={({ value }) => y(value ?? 0)}
          className={strokes[tone]}
          strokeWidth={2}
          strokeLinejoin="round"
          strokeLinecap="round"
          fill="none"
        />
      ))}
    </Plot>
  );
}

function lastValue({ values }: ChartSeries): number | null {
  return values.findLast((value) => value !== null) ?? null;
}
