import { formatCurrency, toUnits } from "@/lib/contracts/money";
import { formatLongMonth, formatShortMonthDayYear } from "@/lib/calendar/format";

export type MoneyFormat = {
  /** With a plus before gains. */
  isSigned?: boolean;
  /** With cents if it has any. By default only below 100 units, such as $100. */
  isExact?: boolean;
};

/** In whole units of the currency. */
const wholeFrom = 100;

/**
 * An amount on the Money screen: `7215000` → `$72,150`, `-200` → `−$2`.
 *
 * @param amount in the currency's smallest unit
 * @param currency ISO 4217 code
 */
export function formatMoney(
  amount: number,
  currency: string,
  { isSigned = false, isExact = false }: MoneyFormat = {},
): string {
  const isWhole = !isExact && toUnits(Math.abs(amount), currency) >= wholeFrom;
  const text = formatCurrency(Math.abs(amount), currency, {
    trailingZeroDisplay: "stripIfInteger",
    ...(isWhole && { maximumFractionDigits: 0 }),
  });
  if (amount < 0) return `−${text}`;
  return isSigned && amount > 0 ? `+${text}` : text;
}

/** The same on an axis: `400000` → `$4k`. */
export function formatTick(amount: number, currency: string): string {
  const text = formatCurrency(Math.abs(amount), currency, {
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  });
  return `${amount < 0 ? "−" : ""}${text.replace("K", "k")}`;
}

/** `0.0292` → `2.9%`, `0.94` → `94%`. */
export function formatShare(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)}%`;
}

/** `2026-11` → `Nov 2026`. */
export function formatMonth(month: string): string {
  return formatShortMonthDayYear(`${month}-01`).replace(" 1,", "");
}

/** `2026-11` → `November`. */
export function monthName(month: string): string {
  return formatLongMonth(month, { withYear: false });
}
