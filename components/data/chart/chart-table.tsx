import { WideTable } from "@/components/data/wide-table";
import { chartMessages } from "@/lib/messages/admin/charts";
import type { ChartProps } from "./types";

type ChartTableProps = Pick<ChartProps, "label" | "pointLabel" | "points" | "series" | "format">;

/** The chart's numbers as a table, newest first, closed at first. */
export function ChartTable({ label, pointLabel, points, series, format }: ChartTableProps) {
  const newestFirst = points.map((point, index) => ({ ...point, index })).toReversed();
  return (
    <details className="mt-2 text-small">
      <summary className="inline-flex min-h-11 list-none items-center text-ink-2 underline decoration-edge decoration-1 underline-offset-[.22em] hover:decoration-current md:min-h-9 [&::-webkit-details-marker]:hidden">
        {chartMessages.showTable}
      </summary>
      <div className="mt-2">
        <WideTable label={label}>
          <table className="w-full border-collapse border-y border-ink text-label">
            <caption className="sr-only">{label}</caption>
            <thead>
              <tr className="text-fine text-ink-3 [&>th]:border-b [&>th]:border-ink [&>th]:font-medium [&>th]:whitespace-nowrap">
                <th scope="col" className="py-2.5 pr-4 text-left">
                  {pointLabel}
                </th>
                {series.map(({ key, label: name }) => (
                  <th key={key} scope="col" className="py-2.5 pr-4 text-right last:pr-0">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {newestFirst.map(({ title, index }) => (
                <tr key={index} className="border-b border-rule last:border-b-0 hover:bg-well">
                  <th scope="row" className="py-2.5 pr-4 text-left font-normal whitespace-nowrap">
                    {title}
                  </th>
                  {series.map(({ key, values }) => (
                    <td key={key} className="py-2.5 pr-4 text-right whitespace-nowrap last:pr-0">
                      {typeof values[index] === "number" ? format(values[index]) : "–"}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      </div>
    </details>
  );
}
