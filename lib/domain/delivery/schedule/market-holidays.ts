import { z } from "zod";
import { type MarketHoliday, marketHolidaySchema } from "@/lib/contracts/days-off";
import generated from "./market-holidays.generated.json" with { type: "json" };

// `npm run generate` writes the list, with `readHolidays` in scripts/market-holidays.ts.
const holidays = z.record(z.string(), marketHolidaySchema).parse(generated);

/** Why markets are closed on a weekday (`YYYY-MM-DD`); null if they aren't, or after the last known year. */
export function findMarketHoliday(date: string): MarketHoliday | null {
  return holidays[date] ?? null;
}

/** The weekdays on which markets are closed, from one day to another, both as `YYYY-MM-DD`, earliest first. */
export function listMarketHolidays(from: string, to: string): string[] {
  return Object.keys(holidays).filter((date) => from <= date && date <= to);
}
