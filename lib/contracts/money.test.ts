import { expect, test } from "vitest";
import { formatMoney, formatTick } from "./admin/money-format";
import { describePrice, formatAmount, parseAmount, toDecimal } from "./money";
import { priceOf } from "./plans";

// Decimals as in ISO 4217: none for yen and won, three for dinars.
test.each([
  [500, "USD", "$5", "5.00", "$5"],
  [499, "USD", "$4.99", "4.99", "$4.99"],
  [4_000, "GBP", "£40", "40.00", "£40"],
  [750, "JPY", "¥750", "750", "¥750"],
  [9_900, "KRW", "₩9,900", "9900", "₩9,900"],
  [1_250, "KWD", "KWD\u00A01.250", "1.250", "KWD\u00A01.250"],
  [1_234_567, "EUR", "€12,345.67", "12345.67", "€12,346"],
])("%d %s is shown as %s, and typed as %s", (amount, currency, shown, typed, onMoney) => {
  expect(formatAmount(amount, currency)).toBe(shown);
  expect(toDecimal(amount, currency)).toBe(typed);
  expect(parseAmount(typed, currency)).toBe(amount);
  expect(formatMoney(amount, currency)).toBe(onMoney);
});

test.each([
  ["800", "JPY", 800],
  ["¥800", "JPY", 800],
  ["8.00", "JPY", null],
  ["1.999", "USD", null],
  ["1.999", "KWD", 1_999],
  ["fifteen", "USD", null],
])("%s in %s is %s", (typed, currency, amount) => {
  expect(parseAmount(typed, currency)).toBe(amount);
});

test("an axis has yen without decimals, too", () => {
  expect([formatTick(400_000, "USD"), formatTick(400_000, "JPY")]).toEqual(["$4k", "¥400k"]);
});

const terms = { isTaxAdded: false, isDiscounted: false };

test.each([
  [{ plan: "monthly", price: 450n, currency: "GBP", ...terms }, "£4.50 per month"],
  [{ plan: "annual", price: 6_000n, currency: "JPY", ...terms }, "¥6,000 per year"],
  [{ plan: "monthly", price: 0n, currency: "USD", ...terms }, "$0 per month"],
  [{ plan: "annual", price: null, currency: null, ...terms }, "$40 per year"],
  [
    { plan: "annual", price: 4_000n, currency: "EUR", isTaxAdded: true, isDiscounted: true },
    "€40 per year plus tax, less your discount",
  ],
])("%o costs %s", (stored, text) => {
  expect(describePrice(priceOf(stored))).toBe(text);
});
