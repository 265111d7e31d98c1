"use client";

import type { CSSProperties, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { chartMessages } from "@/lib/messages/admin/charts";
import { ChartTable } from "./chart-table";
import { labelWidth, spreadLabels } from "./end-labels";
import { textColors, type ChartProps, type Tone } from "./types";
import { usePoint } from "./use-point";

export type EndLabel = { key: string; label: string; value: string; tone: Tone; top: number };

export type PlotProps = ChartProps & {
  /** Where each point is, in percent of the width. */
  places: readonly number[];
  nearest: (place: number) => number;
  /** Values on the axis and their place in percent from the top. */
  ticks: readonly { value: number; top: number }[];
  /** At the right end of the marks; at most one for each series. */
  ends: readonly EndLabel[];
  /** Words over the marks. */
  labels?: ReactNode;
  /** SVG marks in a box of 100 × 100. */
  children: ReactNode;
};

type WidthStyle = CSSProperties & Record<`--${string}`, string>;

/** Smallest distance of two labels, in rem. */
const labelGap = 1.125;

/**
 * The frame of a chart. The marks are SVG and the words are HTML, so that text has the same size at any
 * width. An invisible slider covers it: arrow keys move through the points, and each is read out.
 */
export function Plot(props: PlotProps) {
  const { label, summary, points, heightRem = 14, places, ticks, ends } = props;
  const { point, slider } = usePoint(points.length, props.nearest, props.onSelect);
  const style: WidthStyle = {
    "--height": `${heightRem}rem`,
    "--end-narrow": `${labelWidth(ends.map((end) => end.label))}rem`,
    "--end-wide": `${labelWidth(ends.map((end) => `${end.label} ${end.value}`))}rem`,
    "--axis": `${Math.max(1.75, labelWidth(ticks.map(({ value }) => props.formatTick(value))))}rem`,
  };
  return (
    <figure style={style}>
      <figcaption className="sr-only">{summary}</figcaption>
      <div className="relative mt-6 mr-(--end-narrow) mb-8 ml-(--axis) h-(--height) rounded-[2px] outline-offset-8 outline-accent has-focus-visible:outline-2 sm:mr-(--end-wide)">
        <div aria-hidden="true">
          <Axis ticks={ticks} formatTick={props.formatTick} />
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            focusable="false"
            className="absolute inset-0 z-1 size-full max-w-none overflow-visible [&_*]:[vector-effect:non-scaling-stroke]"
          >
            {props.children}
          </svg>
          <Ticks points={points} places={places} />
          {props.labels}
          <EndLabels ends={ends} heightRem={heightRem} />
          {point !== null && (
            <Readout
              title={points[point]?.title ?? ""}
              left={places[point] ?? 0}
              parts={readoutOf(props, point)}
            />
          )}
        </div>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={valueText(props, point ?? points.length - 1)}
          {...slider}
          className={classNames(
            "absolute inset-0 z-4 m-0 size-full touch-pan-y opacity-0",
            props.onSelect ? "cursor-pointer" : "cursor-default",
          )}
        />
      </div>
      <ChartTable {...props} />
    </figure>
  );
}

function Axis({ ticks, formatTick }: Pick<PlotProps, "ticks" | "formatTick">) {
  return ticks.map(({ value, top }) => (
    <div
      key={value}
      style={{ top: `${top}%` }}
      className={classNames(
        "absolute inset-x-0 h-0 border-t",
        value === 0 ? "border-ink" : "border-rule",
      )}
    >
      <span className="absolute top-0 right-full -translate-y-1/2 pr-2.5 text-caps whitespace-nowrap text-ink-3 tabular-nums">
        {formatTick(value)}
      </span>
    </div>
  ));
}

function Ticks({ points, places }: Pick<PlotProps, "points" | "places">) {
  return points.map(({ tick, isMinor }, index) =>
    tick === null ? null : (
      <span
        // Points never change places.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        style={{ left: `${places[index] ?? 0}%` }}
        className={classNames(
          "absolute top-full mt-2 -translate-x-1/2 text-caps whitespace-nowrap text-ink-3 tabular-nums",
          isMinor && "hidden sm:block",
        )}
      >
        {tick}
      </span>
    ),
  );
}

function EndLabels({ ends, heightRem }: { ends: readonly EndLabel[]; heightRem: number }) {
  const tops = spreadLabels(
    ends.map(({ top }) => top),
    (labelGap / heightRem) * 100,
  );
  return ends.map(({ key, label, value, tone }, index) => (
    <span
      key={key}
      style={{ top: `${tops[index] ?? 0}%` }}
      className="pointer-events-none absolute left-full z-2 -translate-y-1/2 pl-2.5 text-fine leading-4 whitespace-nowrap tabular-nums"
    >
      <b className="font-semibold text-ink">{label}</b>{" "}
      <span className={classNames("hidden sm:inline", textColors[tone])}>{value}</span>
    </span>
  ));
}

type Part = { key: string; label: string; value: string };

function readoutOf({ series, format }: ChartProps, point: number): Part[] {
  return series.map(({ key, label, values }) => {
    const value = values[point];
    return { key, label, value: typeof value === "number" ? format(value) : "–" };
  });
}

/** What a screen reader says at a point. */
function valueText({ points, series, format }: ChartProps, point: number): string {
  const parts = series.map(({ label, values }) => {
    const value = values[point];
    return chartMessages.part(
      label,
      typeof value === "number" ? format(value) : chartMessages.none,
    );
  });
  return [points[point]?.title ?? "", ...parts].join(", ");
}

function Readout({ title, left, parts }: { title: string; left: number; parts: Part[] }) {
  return (
    <>
      <div
        style={{ left: `${left}%` }}
        className="pointer-events-none absolute inset-y-0 z-1 w-0 border-l border-dashed border-edge"
      />
      <div
        style={{ left: `${left}%` }}
        className={classNames(
          "pointer-events-none absolute -top-3 z-3 min-w-36 rounded-[3px] border border-rule bg-sheet px-3 py-2 text-fine shadow-float",
          left > 50 ? "-translate-x-[calc(100%+.625rem)]" : "translate-x-2.5",
        )}
      >
        <p className="font-semibold whitespace-nowrap text-ink">{title}</p>
        <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 whitespace-nowrap text-ink-2 tabular-nums">
          {parts.map(({ key, label, value }) => (
            <div key={key} className="contents">
              <dt>{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
