import { timezones, type Timezone } from "@/lib/contracts/timezones";

/** 8:00 in one zone. */
export type ZoneHour = {
  name: string;
  abbreviation: string;
  utcHour: number;
};

/** `mixed` for the weeks between the clock changes of Europe and America. */
export type Season = "winter" | "summer" | "mixed";

/** Names of a zone's time in winter and summer, and its offset from UTC in winter. */
const zoneTimes: Record<Timezone, { winter: string; summer: string; winterOffset: number }> = {
  "Europe/London": { winter: "GMT", summer: "BST", winterOffset: 0 },
  "America/New_York": { winter: "ET", summer: "ET", winterOffset: -5 },
  "America/Chicago": { winter: "CT", summer: "CT", winterOffset: -6 },
  "America/Denver": { winter: "MT", summer: "MT", winterOffset: -7 },
  "America/Los_Angeles": { winter: "PT", summer: "PT", winterOffset: -8 },
};

const zones = timezones.map(({ value, name }) => ({ timezone: value, name, ...zoneTimes[value] }));

/** The UTC hour of 8:00 in each zone on a day (YYYY-MM-DD), earliest first. */
export function zoneHours(localDate: string): { hours: ZoneHour[]; season: Season } {
  // At noon UTC, every zone is on that date and past its clock change, if it has one that day.
  const noon = new Date(`${localDate}T12:00:00Z`);
  const offsets = zones.map(({ timezone }) => localHour(noon, timezone) - 12);
  const summerCount = zones.filter((zone, index) => offsets[index] !== zone.winterOffset).length;
  const hours = zones.map((zone, index) => {
    const offset = offsets[index] ?? zone.winterOffset;
    const abbreviation = offset === zone.winterOffset ? zone.winter : zone.summer;
    return { name: zone.name, abbreviation, utcHour: 8 - offset };
  });
  hours.sort((one, other) => one.utcHour - other.utcHour);
  const season = summerCount === 0 ? "winter" : summerCount === zones.length ? "summer" : "mixed";
  return { hours, season };
}

function localHour(instant: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" });
  return Number(format.format(instant));
}
