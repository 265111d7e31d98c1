import { z } from "zod";
import type { DaysOff } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { noBriefing } from "../messages/days-off";

export const daysOffEndpoints = {
  list: "/api/daily-messages/days-off",
  one: (date: string) => `/api/daily-messages/days-off/${date}`,
} as const;

/** Markets that close on a holiday. */
export const marketsSchema = z.enum(["US", "UK", "US and UK"]);

export type Markets = z.output<typeof marketsSchema>;

export const marketHolidaySchema = z.object({
  name: z.string().describe("Such as `Thanksgiving Day`"),
  markets: marketsSchema.describe("Which markets are closed"),
});

export type MarketHoliday = z.output<typeof marketHolidaySchema>;

export const dayOffSchema = z.object({
  date: z.string().describe("YYYY-MM-DD"),
  isDayOff: z.boolean().describe("Whether it's marked as a day without a briefing"),
  holiday: marketHolidaySchema.nullable().describe("Null if the markets are open"),
  canChange: z.boolean().describe("False once its first zone has started"),
});

export type DayOffView = z.output<typeof dayOffSchema>;

/** Answer of `GET /api/daily-messages/days-off`. */
export const daysOffSchema = z.object({
  days: z
    .array(dayOffSchema)
    .describe("Days off from today on, and the market holidays of the coming year"),
});

/** Days off between two briefings. */
export type Gap = {
  /** At least one, earliest first. */
  daysOff: DaysOff;
  /** Which markets are closed on all of them; null if they differ, or if none is closed. */
  markets: Markets | null;
  /** When the next briefing comes, `YYYY-MM-DD`. */
  next: string;
};

/** What readers are told about days off. */
export function describeGap({ daysOff, markets, next }: Gap): string {
  return noBriefing(
    daysOff.map((date) => formatLongWeekdayMonthDay(date)),
    markets,
    formatLongWeekdayMonthDay(next),
  );
}
