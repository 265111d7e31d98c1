import { expect, test } from "vitest";
import { noSum, sumCounted, sumMonths, type CurrencyMonth } from "./sums";

const row = (month: string, currency: string | null, values: Partial<CurrencyMonth>) => ({
  ...noSum,
  paying: 0,
  yearly: 0,
  month,
  currency,
  ...values,
});

const rows: CurrencyMonth[] = [
  row("2026-01", null, { refunds: 1 }),
  row("2026-01", "EUR", { new: 4_000, yearly: 4_000, paying: 1, converted: 1 }),
  row("2026-01", "USD", { new: 12_000, yearly: 12_000, paying: 2, converted: 2, charged: 1_000 }),
  row("2026-02", "EUR", { new: 16_000, yearly: 16_000, paying: 4, converted: 4 }),
  row("2026-02", "USD", { churned: -6_000, yearly: -6_000, paying: -1, canceled: 1 }),
];

test("a month has the money of one currency, and the people of all", () => {
  expect(sumMonths(rows, "USD")).toEqual([
    { ...noSum, month: "2026-01", new: 12_000, charged: 1_000, converted: 3, refunds: 1 },
    { ...noSum, month: "2026-02", churned: -6_000, converted: 4, canceled: 1 },
  ]);
});

test("what counts now is added up by currency, the largest first", () => {
  expect(sumCounted(rows)).toEqual([
    { currency: "EUR", paying: 5, yearly: 20_000 },
    { currency: "USD", paying: 1, yearly: 6_000 },
  ]);
});
