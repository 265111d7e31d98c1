import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { renderedTags, renderedText } from "@/tests/support/rendered-markup";
import { ColumnChart } from "./column-chart";
import { LineChart } from "./line-chart";
import type { ChartProps } from "./types";

const chart: ChartProps = {
  label: "MRR movement by month",
  summary: "New $4 and $3, churned $1 and $2.",
  pointLabel: "Month",
  points: [
    { tick: "Sep", title: "Sep 2026" },
    { tick: null, title: "Oct 2026" },
  ],
  series: [
    { key: "new", label: "New", tone: 1, values: [4, 3] },
    { key: "churned", label: "Churned", tone: 3, values: [-1, -2] },
  ],
  format: (value) => `$${value}`,
  formatTick: String,
};

const net = { key: "net", label: "Net", tone: 2 as const, values: [3, 1] };

function numbersOf(markup: string, tag: string, names: readonly string[]): number[][] {
  return renderedTags(markup)
    .filter(({ name }) => name === tag)
    .map(({ attributes }) => names.map((name) => Math.round(Number(attributes.get(name)))));
}

describe("a column chart", () => {
  const markup = renderToStaticMarkup(<ColumnChart {...chart} net={net} figures={["+3", "+1"]} />);

  test("hatches the column whose time isn't over", () => {
    const partial = renderToStaticMarkup(
      <ColumnChart
        {...chart}
        points={chart.points.map((point, index) => ({ ...point, isPartial: index === 1 }))}
      />,
    );
    expect(partial.split("repeating-linear-gradient")).toHaveLength(2);
    expect(markup).not.toContain("repeating-linear-gradient");
  });

  test("shows a zero of what alarms without alarm", () => {
    const missed = (last: number) =>
      renderToStaticMarkup(
        <ColumnChart
          {...chart}
          series={[{ key: "missed", label: "Missed", tone: "alarm", values: [1, last] }]}
        />,
      );
    expect(missed(0)).not.toContain("text-alarm");
    expect(missed(2)).toContain("text-alarm");
  });

  test("stacks gains above zero and losses below", () => {
    // The axis goes from -2 to 4, so 1 is a sixth of the height.
    expect(numbersOf(markup, "rect", ["y", "height"])).toEqual([
      [0, 67],
      [17, 50],
      [67, 17],
      [67, 33],
    ]);
  });

  test("is one slider that says the last point", () => {
    const slider = renderedTags(markup).find(({ name }) => name === "input");
    expect(slider?.attributes.get("aria-label")).toBe("MRR movement by month");
    expect(slider?.attributes.get("aria-valuetext")).toBe(
      "Oct 2026, New: $3, Churned: $-2, Net: $1",
    );
    expect(slider?.attributes.get("max")).toBe("1");
  });

  test("has a table behind it, newest first", () => {
    const table = markup.slice(markup.indexOf("<details"));
    expect(renderedText(table.replaceAll("</t", "|</t"))).toContain(
      "Oct 2026|$3|$-2|$1||Sep 2026|$4",
    );
  });

  test("has a sentence for screen readers", () => {
    expect(markup).toContain(`<figcaption class="sr-only">${chart.summary}</figcaption>`);
  });
});

describe("a line chart", () => {
  test("draws from zero to the largest value", () => {
    const markup = renderToStaticMarkup(
      <LineChart {...chart} series={[{ key: "a", label: "A", tone: 1, values: [0, 4] }]} />,
    );
    expect(markup).toContain('d="M0,100L100,0"');
  });

  test("leaves out what has no value", () => {
    const series = [{ key: "a", label: "A", tone: 1 as const, values: [null, 4] }];
    const markup = renderToStaticMarkup(<LineChart {...chart} series={series} />);
    expect(renderedText(markup)).toContain("Sep 2026–");
  });

  test("without points draws nothing", () => {
    const markup = renderToStaticMarkup(<LineChart {...chart} points={[]} series={[]} />);
    expect(markup).not.toContain("NaN");
  });
});
