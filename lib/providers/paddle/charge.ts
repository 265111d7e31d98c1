import type { Money } from "@/lib/contracts/money";
import type { Charge } from "@/lib/domain/ports/payments";

/**
 * An amount of money in Paddle's format; null if it's zero or invalid.
 *
 * @param amount in the currency's smallest unit, as text
 */
export function moneyOf(
  amount: string | null | undefined,
  currency: string | null | undefined,
): Money | null {
  const isMoney = /^[1-9]\d{0,11}$/.test(amount ?? "") && /^[A-Z]{3}$/.test(currency ?? "");
  return isMoney && currency ? { amount: Number(amount), currency } : null;
}

/** An amount without its sign, in the currency's smallest unit; 0 if it's invalid. */
export function sizeOf(amount: string | null | undefined): number {
  return /^-?\d{1,12}$/.test(amount ?? "") ? Math.abs(Number(amount)) : 0;
}

/**
 * What a transaction charged; null if nothing, or if Paddle doesn't say how much.
 *
 * @param transaction.total the grand total, in the currency's smallest unit, as text
 * @param transaction.tax the tax it includes
 */
export function chargeOf(transaction: {
  total: string | undefined;
  tax?: string | undefined;
  currency: string | null | undefined;
  at: Date | null;
}): Charge | null {
  const { total, tax, currency, at } = transaction;
  const money = moneyOf(total, currency);
  if (!money || !at) return null;
  const taxed = moneyOf(tax, currency)?.amount ?? 0;
  return { ...money, beforeTax: Math.max(0, money.amount - taxed), at };
}

type Item = {
  quantity: number;
  price: { unitPrice: { amount: string; currencyCode: string } };
};

/** What the items of a subscription cost for each period, before tax and discounts; 0 is a price too. */
export function priceOf(items: readonly Item[]): Money | null {
  const parts = items.flatMap(({ quantity, price }) => {
    const { amount, currencyCode } = price.unitPrice;
    const each =
      amount === "0" ? { amount: 0, currency: currencyCode } : moneyOf(amount, currencyCode);
    return each ? [{ amount: each.amount * quantity, currency: each.currency }] : [];
  });
  const [first] = parts;
  const isSum =
    parts.length === items.length && new Set(parts.map((each) => each.currency)).size === 1;
  if (!first || !isSum) return null;
  return { amount: parts.reduce((sum, each) => sum + each.amount, 0), currency: first.currency };
}

/** Whether a discount still applies at the next charge. */
export function isDiscounted(
  discount: { endsAt: Date | null } | null,
  nextChargeAt: Date | null,
): boolean {
  if (!discount || nextChargeAt === null) return false;
  return discount.endsAt === null || discount.endsAt > nextChargeAt;
}
