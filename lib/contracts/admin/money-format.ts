import { formatShortMonthDayYear } from "@/lib/calendar/format";

export type MoneyFormat = {
  /** With a plus before gains. */
  isSigned?: boolean;
  /** With cents if it has any. By default only below $100. */
  isExact?: boolean;
};

const wholeFrom = 10_000;

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
  const options = { style: "currency", currency } as const;
  const digits =
    new Intl.NumberFormat("en-US", options).resolvedOptions().maximumFractionDigits ?? 2;
  const isWhole = !isExact && Math.abs(amount) >= wholeFrom;
  const text = new Intl.NumberFormat("en-US", {
    ...options,
    trailingZeroDisplay: "stripIfInteger",
    ...(isWhole && { maximumFractionDigits: 0 }),
  }).format(Math.abs(amount) / 10 ** digits);
  if (amount < 0) return `−${text}`;
  return isSigned && amount > 0 ? `+${text}` : text;
}

/** The same on an axis: `400000` → `$4k`. */
export function formatTick(amount: number, currency: string): string {
  const options = { style: "currency", currency } as const;
  const digits =
    new Intl.NumberFormat("en-US", options).resolvedOptions().maximumFractionDigits ?? 2;
  const text = new Intl.NumberFormat("en-US", {
    ...options,
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(Math.abs(amount) / 10 ** digits);
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

const longMonth = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** `2026-11` → `November`. */
export function monthName(month: string): string {
  return longMonth.format(new Date(`${month}-01T00:00:00Z`));
}
