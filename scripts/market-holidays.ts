import Holidays from "date-holidays";
import { isWeekday } from "@/lib/calendar/days";
import type { MarketHoliday, Markets } from "@/lib/contracts/days-off";

const [firstYear, lastYear] = [2026, 2040];

/** Public holidays on which the New York Stock Exchange is open. */
const openInNewYork = ["Columbus Day", "Veterans Day"];

/**
 * The weekdays on which the stock exchanges in New York or London are closed, by date (`YYYY-MM-DD`).
 * `npm run generate` stores them.
 */
export function readHolidays(): Record<string, MarketHoliday> {
  const us = new Holidays("US");
  // The exchange closes, although it's no federal holiday.
  us.setHoliday("easter -2", { name: "Good Friday", type: "public" });
  const uk = new Holidays("GB", "ENG");
  const found: Record<string, MarketHoliday> = {};
  const add = (holidays: Holidays, year: number, market: Markets) => {
    for (const { date: time, name: fullName, type } of holidays.getHolidays(year, "en")) {
      const date = time.slice(0, 10);
      const name = fullName.replace(" (substitute day)", "");
      if (type !== "public" || !isWeekday(date)) continue;
      // It doesn't close for a New Year's Day on a Saturday, which would be in the old year.
      if (market === "US" && (openInNewYork.includes(name) || date.endsWith("-12-31"))) continue;
      const other = found[date];
      found[date] = other
        ? {
            name: other.name === name ? name : `${other.name} and ${name}`,
            markets: "US and UK",
          }
        : { name, markets: market };
    }
  };
  for (let year = firstYear; year <= lastYear; year += 1) {
    add(us, year, "US");
    add(uk, year, "UK");
  }
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => a.localeCompare(b)));
}
