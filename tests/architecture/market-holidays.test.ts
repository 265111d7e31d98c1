import { expect, test } from "vitest";
import {
  findMarketHoliday,
  listMarketHolidays,
} from "@/lib/domain/delivery/schedule/market-holidays";
import { readHolidays } from "@/scripts/market-holidays";

// `npm run generate` writes the file by running this test with --update. Nothing of the package, which
// is large and takes a second to load, is needed later.
test("the market holidays are those that date-holidays knows", async () => {
  await expect(`${JSON.stringify(readHolidays(), null, 2)}\n`).toMatchFileSnapshot(
    "../../lib/domain/delivery/schedule/market-holidays.generated.json",
  );
});

/** Published at nyse.com/markets/hours-calendars: weekdays without trading. */
const newYork = [
  ["2026", "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25"],
  ["2027", "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24"],
  ["2028", "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25"],
] as const;

/** Published at gov.uk/bank-holidays for England and Wales, which the London Stock Exchange follows. */
const london = [
  ["2026", "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"],
  ["2027", "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28"],
  ["2028", "01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26"],
] as const;

function closedIn(year: string, market: "US" | "UK"): string {
  return listMarketHolidays(`${year}-01-01`, `${year}-12-31`)
    .filter((date) => findMarketHoliday(date)?.markets.includes(market))
    .map((date) => date.slice(5))
    .join(" ");
}

test.each(newYork)("New York is closed in %s as published", (year, published) => {
  expect(closedIn(year, "US")).toBe(published);
});

test.each(london)("London is closed in %s as published", (year, published) => {
  expect(closedIn(year, "UK")).toBe(published);
});

test("have names", () => {
  expect(findMarketHoliday("2026-11-26")).toEqual({ name: "Thanksgiving Day", markets: "US" });
  expect(findMarketHoliday("2026-12-25")).toEqual({ name: "Christmas Day", markets: "US and UK" });
  expect(findMarketHoliday("2026-11-27")).toBeNull();
});
