import { stringify } from "csv-stringify/sync";
import type { MoneyOverview } from "@/lib/contracts/admin/money";
import { toDecimal } from "@/lib/contracts/money";

const amountColumns = [
  "mrr",
  "new",
  "expansion",
  "contraction",
  "churned",
  "net",
  "charged",
  "refunded",
] as const;
const countColumns = ["trialsStarted", "signedUp", "converted", "canceled", "refunds"] as const;

/** The months as a CSV file: amounts with the currency's decimals, and numbers of people. */
export function toMoneyCsv({ months, currency }: MoneyOverview): string {
  const rows = months.map((month) => [
    month.month,
    currency,
    ...amountColumns.map((name) => toDecimal(month[name], currency)),
    ...countColumns.map((name) => month[name]),
  ]);
  return stringify(rows, {
    header: true,
    columns: ["month", "currency", ...amountColumns, ...countColumns],
  });
}
