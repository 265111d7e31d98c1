import { dayOffSchema, daysOffEndpoints, daysOffSchema } from "@/lib/contracts/days-off";
import { adminJson, adminQuery } from "../admin";
import { dailyMessagesKey } from "../daily-messages";

/** Days off, and the market holidays that could be marked. */
export function daysOff() {
  return adminQuery([dailyMessagesKey, "days-off"], daysOffEndpoints.list, daysOffSchema);
}

/** Marks a date (YYYY-MM-DD) as a day off, or unmarks it. Throws FetchError. */
export function setDayOff({ date, isDayOff }: { date: string; isDayOff: boolean }) {
  const method = isDayOff ? "PUT" : "DELETE";
  return adminJson(daysOffEndpoints.one(date), dayOffSchema, { method });
}
