import { WideTable } from "@/components/data/wide-table";
import { Definition } from "@/components/data/definition";
import { DataSection } from "@/components/data/section";
import { SiteLink } from "@/components/layout/site-link";
import type { MoneyOverview } from "@/lib/contracts/admin/money";
import { formatMonth, formatShare } from "@/lib/contracts/admin/money-format";
import { moneyChartLabels as labels } from "@/lib/messages/admin/money";
import { formatCount } from "@/lib/messages/counts";
import { rowsUrl } from "./rows-url";

/** Strongest tint in percent of the accent, at which ink on it still has a contrast of 7:1. */
const strongest = 33;

/** A cohort's first cell has the strongest tint, and one that lost half of its people none. */
function tintOf(share: number): string {
  const percent = Math.round(strongest * Math.max(0, 2 * share - 1));
  return `color-mix(in srgb, var(--color-accent) ${percent}%, var(--color-paper))`;
}

/** The share of each month's first payers that still pays. */
export function Retention({ overview: { cohorts } }: { overview: MoneyOverview }) {
  const columns = Math.max(0, ...cohorts.map(({ paying }) => paying.length));
  return (
    <DataSection
      className="mt-12"
      title={<Definition label={labels.retention} text={labels.retentionText} />}
      note={labels.retentionNote}
    >
      {cohorts.length === 0 ? (
        <p className="text-small text-ink-2">{labels.noCohorts}</p>
      ) : (
        <WideTable label={labels.retention}>
          <table className="w-full border-separate border-spacing-0.5 text-fine tabular-nums">
            <caption className="sr-only">{labels.retentionText}</caption>
            <thead className="text-ink-3">
              <tr>
                <th scope="col" className="sticky left-0 bg-paper py-1 pr-3 text-left font-medium">
                  {labels.firstPaid}
                </th>
                <th scope="col" className="min-w-13 py-1 pr-3 text-right font-medium">
                  {labels.people}
                </th>
                {Array.from({ length: columns }, (_, month) => (
                  <th key={month} scope="col" className="min-w-10 py-1 font-medium">
                    {month}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map(({ month, subscribers, paying }) => (
                <tr key={month}>
                  <th
                    scope="row"
                    className="sticky left-0 bg-paper py-1 pr-3 text-left font-medium whitespace-nowrap"
                  >
                    <SiteLink href={rowsUrl("converted", month)} className="hover:underline">
                      {formatMonth(month)}
                    </SiteLink>
                  </th>
                  <td className="pr-3 text-right text-ink-3">{formatCount(subscribers)}</td>
                  {paying.map((count, index) => (
                    <td
                      // A cohort's months never change places.
                      // oxlint-disable-next-line react/no-array-index-key
                      key={index}
                      style={{ background: tintOf(count / subscribers) }}
                      className="py-1.5 text-center"
                    >
                      {formatShare(count / subscribers)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      )}
    </DataSection>
  );
}
