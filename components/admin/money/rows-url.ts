import { adminAddresses } from "@/lib/contracts/admin";
import type { MoneyFigure } from "@/lib/contracts/admin/money";

/** The page with the rows behind a figure; without a month, of the current one. */
export function rowsUrl(figure: MoneyFigure, month?: string): string {
  return `${adminAddresses.money}/rows?${new URLSearchParams({ figure, ...(month && { month }) }).toString()}`;
}
