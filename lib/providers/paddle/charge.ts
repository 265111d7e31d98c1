import type { Charge } from "@/lib/domain/ports/payments";

/**
 * What a transaction charged; null for nothing, or if Paddle doesn't say how much.
 *
 * @param transaction.total the grand total, in the currency's smallest unit, as text
 */
export function chargeOf(transaction: {
  total: string | undefined;
  currency: string | null | undefined;
  at: Date | null;
}): Charge | null {
  const { total = "", currency, at } = transaction;
  const isCharged = /^[1-9]\d{0,11}$/.test(total) && /^[A-Z]{3}$/.test(currency ?? "");
  return isCharged && currency && at ? { amount: Number(total), currency, at } : null;
}
