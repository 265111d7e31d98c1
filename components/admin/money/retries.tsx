import { WideTable } from "@/components/data/wide-table";
import { DataSection } from "@/components/data/section";
import { SiteLink } from "@/components/layout/site-link";
import type { MoneyOverview } from "@/lib/contracts/admin/money";
import { formatMoney } from "@/lib/contracts/admin/money-format";
import { localDateAt } from "@/lib/calendar/days";
import { formatShortMonthDayYear } from "@/lib/calendar/format";
import { describeFailure } from "@/lib/messages/billing";
import {
  moneyChartLabels,
  moneyRowLabels as labels,
  moneyScreen,
} from "@/lib/messages/admin/money";
import { countOf, formatCount } from "@/lib/messages/counts";
import { planName } from "./headline";
import { PersonLink } from "./person-link";
import { rowsUrl } from "./rows-url";

const wide = "hidden md:table-cell";

/** Subscriptions whose charge failed and that Paddle tries again. */
export function Retries({ overview: { retries, currency } }: { overview: MoneyOverview }) {
  const { subscribers, amount, rows } = retries;
  return (
    <DataSection
      className="mt-12"
      title={labels.retries}
      note={
        subscribers > 0 &&
        labels.retriesNote(countOf(subscribers, "person", "people"), formatMoney(amount, currency))
      }
    >
      {subscribers === 0 ? (
        <p className="text-small text-ink-2">{labels.noRetries}</p>
      ) : (
        <>
          <WideTable label={labels.retries}>
            <table className="w-full border-collapse border-t border-rule text-label [&_td]:align-baseline [&_td]:py-2.5 [&_th]:py-2.5 [&_th]:pr-4 [&_td]:pr-4 [&_tr>:last-child]:pr-0">
              <caption className="sr-only">{labels.retries}</caption>
              <thead>
                <tr className="border-b border-ink text-fine whitespace-nowrap text-ink-3 [&>th]:text-left [&>th]:font-medium">
                  <th scope="col">{labels.subscriber}</th>
                  <th scope="col" className={wide}>
                    {labels.plan}
                  </th>
                  <th scope="col" className="text-right!">
                    {labels.amount}
                  </th>
                  <th scope="col" className={`${wide} pl-6`}>
                    {labels.reason}
                  </th>
                  <th scope="col" className={wide}>
                    {labels.attempts}
                  </th>
                  <th scope="col">{labels.since}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.subscriptionId} className="border-b border-rule hover:bg-well">
                    <th scope="row" className="min-w-32 text-left font-normal">
                      <PersonLink {...row} />
                    </th>
                    <td className={wide}>{moneyChartLabels.plans[planName(row.plan)]}</td>
                    <td className="text-right whitespace-nowrap">
                      {formatMoney(row.amount, row.currency, { isExact: true })}
                    </td>
                    <td className={`${wide} pl-6`}>{describeFailure(row.reason)}</td>
                    <td className={wide}>{labels.attemptCount(row.attempts)}</td>
                    <td className="whitespace-nowrap">
                      {formatShortMonthDayYear(
                        localDateAt(new Date(row.since), "America/New_York"),
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </WideTable>
          <p className="pt-4 text-small text-ink-2">
            {rows.length < subscribers && (
              <>
                <SiteLink href={rowsUrl("past_due")} className="text-link">
                  {moneyScreen.seeAll(formatCount(subscribers))}
                </SiteLink>
                {". "}
              </>
            )}
            {labels.retriesHint}
          </p>
        </>
      )}
    </DataSection>
  );
}
