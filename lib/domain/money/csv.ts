import { stringify } from "csv-stringify/sync";
import type { MoneyOverview } from "@/lib/contracts/admin/money";
import { decimalsOf } from "@/lib/contracts/plans";

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

/** The months as a CSV file: amounts with the currency's decimals, and people. */
export function toMoneyCsv({ months, currency }: MoneyOverview): string {
  const decimals = decimalsOf(currency);
  const rows = months.map((month) => [
    month.month,
    currency,
    ...amountColumns.map((name) => (month[name] / 10 ** decimals).toFixed(decimals)),
    ...countColumns.map((name) => month[name]),
  ]);
  return stringify(rows, {
    header: true,
    columns: ["month", "currency", ...amountColumns, ...countColumns],
  });
}
