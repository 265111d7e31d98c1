"use client";

import { WideTable } from "@/components/data/wide-table";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { Loaded } from "@/components/admin/shell/loaded";
import { AdminPage } from "@/components/admin/shell/page";
import { SiteLink } from "@/components/layout/site-link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { moneyRows } from "@/lib/client/admin/money";
import { adminAddresses } from "@/lib/contracts/admin";
import {
  cancelReasons,
  moneyFigures,
  monthSchema,
  type MoneyRow,
} from "@/lib/contracts/admin/money";
import { formatMoney, formatMonth } from "@/lib/contracts/admin/money-format";
import { formatDateTimeHere } from "@/lib/calendar/format";
import { moneyChartLabels, moneyRowLabels as labels } from "@/lib/messages/admin/money";
import { planName } from "./headline";
import { PersonLink } from "./person-link";

/** `/admin/money/rows`: the rows behind a figure. */
export function MoneyRowsScreen() {
  const parameters = useSearchParams();
  const figure = moneyFigures.find((each) => each === parameters.get("figure")) ?? "new";
  const month = monthSchema.safeParse(parameters.get("month")).data;
  const query = useInfiniteQuery(moneyRows({ figure, month }));
  const title = labels.rowsTitle[figure];
  return (
    <AdminPage
      title={month ? `${title}, ${formatMonth(month)}` : title}
      action={
        <SiteLink href={adminAddresses.money} className="text-link text-small text-ink-2">
          {labels.back}
        </SiteLink>
      }
    >
      <p className="mt-1 mb-6 text-small text-ink-2">{labels.zone}</p>
      <Loaded query={query} label={labels.loading} shape="table">
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
            <EmptyState title={labels.empty}>{labels.emptyText}</EmptyState>
          ) : (
            <>
              <RowsTable title={title} rows={rows} />
              {query.hasNextPage && (
                <Button
                  variant="line"
                  className="mt-6"
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {query.isFetchingNextPage ? labels.loadingMore : labels.more}
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </AdminPage>
  );
}

const wide = "hidden md:table-cell";

function RowsTable({ title, rows }: { title: string; rows: readonly MoneyRow[] }) {
  return (
    <WideTable label={title}>
      <table className="w-full border-collapse border-t border-rule text-label [&_td]:py-2.5 [&_td]:pr-4 [&_td]:align-baseline [&_th]:py-2.5 [&_th]:pr-4 [&_tr>:last-child]:pr-0">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-ink text-fine whitespace-nowrap text-ink-3 [&>th]:text-left [&>th]:font-medium">
            <th scope="col">{labels.subscriber}</th>
            <th scope="col">{labels.what}</th>
            <th scope="col" className={wide}>
              {labels.plan}
            </th>
            <th scope="col" className={wide}>
              {labels.when}
            </th>
            <th scope="col" className="text-right!">
              {labels.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-b border-rule hover:bg-well">
              <th scope="row" className="text-left font-normal">
                <PersonLink {...row} />
              </th>
              <td>
                {labels.kinds[row.kind] ?? row.kind}
                <Reason reason={row.reason} />
                <span className="block text-fine whitespace-nowrap text-ink-3 md:hidden">
                  {formatDateTimeHere(row.at)}
                </span>
              </td>
              <td className={wide}>{moneyChartLabels.plans[planName(row.plan)]}</td>
              <td className={wide}>{formatDateTimeHere(row.at)}</td>
              <td className="text-right whitespace-nowrap">
                {formatMoney(row.amount, row.currency ?? "USD", { isExact: true })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function Reason({ reason }: { reason: string | null }) {
  const known = cancelReasons.find((each) => each === reason);
  if (!known) return null;
  return <span className="block text-fine text-ink-3">{moneyChartLabels.reasonNames[known]}</span>;
}
