import { describe, expect, test } from "vitest";
import { formatMoney, formatMonth, formatShare, formatTick, monthName } from "./money-format";

describe("amounts", () => {
  test.each([
    [7_215_000, "USD", {}, "$72,150"],
    [7_215_042, "USD", {}, "$72,150"],
    [500, "USD", {}, "$5"],
    [333, "USD", {}, "$3.33"],
    [-200, "USD", {}, "−$2"],
    [121_000, "USD", { isSigned: true }, "+$1,210"],
    [0, "USD", { isSigned: true }, "$0"],
    [7_215_042, "USD", { isExact: true }, "$72,150.42"],
    [4_000, "EUR", {}, "€40"],
    // Yen have no smaller unit.
    [4_000, "JPY", {}, "¥4,000"],
  ] as const)("%i %s %o is %s", (amount, currency, format, text) => {
    expect(formatMoney(amount, currency, format)).toBe(text);
  });

  test.each([
    [400_000, "$4k"],
    [-200_000, "−$2k"],
    [250_000, "$2.5k"],
    [0, "$0"],
    [50_000, "$500"],
  ])("%i on an axis is %s", (amount, text) => {
    expect(formatTick(amount, "USD")).toBe(text);
  });
});

test("shares and months", () => {
  expect(formatShare(0.0292, 1)).toBe("2.9%");
  expect(formatShare(0.94)).toBe("94%");
  expect(formatMonth("2026-11")).toBe("Nov 2026");
  expect(monthName("2026-11")).toBe("November");
});
