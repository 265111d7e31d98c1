import { z } from "zod";
import { priceMessages } from "../messages/billing";

/** In the currency's smallest unit. `currency` is an ISO 4217 code. */
export type Money = { amount: number; currency: string };

/** What a subscription costs for each period. */
export const priceSchema = z.object({
  amount: z.int().describe("In the currency's smallest unit"),
  currency: z.string().describe("ISO 4217"),
  interval: z.enum(["month", "year"]),
  isTaxAdded: z.boolean().describe("Whether the amount is without tax"),
  isDiscounted: z.boolean().describe("Whether a discount applies to the next charge"),
});

export type Price = z.infer<typeof priceSchema>;

/** How many decimals a currency has: 2 for dollars, none for yen. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** In whole units, for `Intl`: `450`, `GBP` → 4.5; `800`, `JPY` → 800. Nothing else divides amounts. */
export function toUnits(amount: number, currency: string): number {
  return amount / 10 ** decimalsOf(currency);
}

/** As it's typed, and in files: `4000`, `USD` → `40.00`; `6000`, `JPY` → `6000`. */
export function toDecimal(amount: number, currency: string): string {
  return toUnits(amount, currency).toFixed(decimalsOf(currency));
}

/** Reads what somebody typed, in the currency's smallest unit; null for text that isn't an amount. */
export function parseAmount(typed: string, currency: string): number | null {
  const text = typed.trim().replace(/^[$€£¥]/, "");
  const decimals = decimalsOf(currency);
  const parts = /^\d{1,9}(?:\.(?<fraction>\d+))?$/.exec(text);
  if (!parts || (parts.groups?.["fraction"] ?? "").length > decimals) return null;
  return Math.round(Number(text) * 10 ** decimals);
}

/** `500`, `USD` → `$5`; `450`, `GBP` → `£4.50`. */
export function formatAmount(amount: number, currency: string): string {
  return formatCurrency(amount, currency, { trailingZeroDisplay: "stripIfInteger" });
}

/** With cents, unless the options say otherwise: `7261`, `USD` → `$72.61`. */
export function formatCurrency(
  amount: number,
  currency: string,
  options: Intl.NumberFormatOptions = {},
): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, ...options });
  return format.format(toUnits(amount, currency));
}

/** `£4.50 per month plus tax, less your discount` */
export function describePrice({ amount, currency, interval, ...price }: Price): string {
  const text = `${formatAmount(amount, currency)} per ${interval}`;
  const taxed = price.isTaxAdded ? `${text} ${priceMessages.plusTax}` : text;
  return price.isDiscounted ? `${taxed}, ${priceMessages.lessDiscount}` : taxed;
}
