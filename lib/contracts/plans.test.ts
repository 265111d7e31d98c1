import { expect, test } from "vitest";
import { formatAmount } from "./plans";

test.each([
  [500, "USD", "$5"],
  [499, "USD", "$4.99"],
  [4_000, "GBP", "£40"],
  [750, "JPY", "¥750"],
  [1_234_567, "EUR", "€12,345.67"],
])("%d %s is shown as %s", (amount, currency, shown) => {
  expect(formatAmount(amount, currency)).toBe(shown);
});
