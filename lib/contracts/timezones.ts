import { z } from "zod";

/** The supported zones in the order of the selector: docs/product-spec.md, section 2.5. */
export const timezones = [
  { value: "America/New_York", label: "Eastern Time (ET)", name: "Eastern" },
  { value: "America/Chicago", label: "Central Time (CT)", name: "Central" },
  { value: "America/Denver", label: "Mountain Time (MT)", name: "Mountain" },
  { value: "America/Los_Angeles", label: "Pacific Time (PT)", name: "Pacific" },
  { value: "Europe/London", label: "London (GMT/BST)", name: "London" },
] as const;

/** IANA name of a supported zone. */
export type Timezone = (typeof timezones)[number]["value"];

export const timezoneNames: readonly Timezone[] = timezones.map((timezone) => timezone.value);

/** `America/New_York` → `Eastern`. One that isn't supported stays as it is. */
export function shortTimezone(timezone: string): string {
  return timezones.find(({ value }) => value === timezone)?.name ?? timezone;
}

export const timezoneSchema = z.enum(
  timezones.map((timezone) => timezone.value),
  { error: "Please select a timezone" },
);

/** What people and their software call the zones' clocks, besides IANA names: in lower case. */
const clocks: readonly [RegExp, Timezone][] = [
  [/^(?:us )?(?:eastern|et|est|edt|est5edt|new york)$/, "America/New_York"],
  [/^(?:us )?(?:central|ct|cst|cdt|cst6cdt|chicago)$/, "America/Chicago"],
  [/^(?:us )?(?:mountain|mt|mst|mdt|mst7mdt|denver)$/, "America/Denver"],
  [/^(?:us )?(?:pacific|pt|pst|pdt|pst8pdt|los angeles)$/, "America/Los_Angeles"],
  [/^(?:gmt|bst|uk|british|london|greenwich mean)$/, "Europe/London"],
];

/**
 * The supported zone whose clocks show the same time all year as those of a zone named as the world
 * does: `US/Eastern`, `america/new york`, `Eastern Time (ET)`, `(GMT-05:00) Eastern Time (US & Canada)`,
 * `America/Detroit`. Null if there is none.
 */
export function findTimezone(name: string): Timezone | null {
  const known = found.get(name);
  if (known !== undefined) return known;
  const zone = findByClock(name);
  if (found.size < maxFound) found.set(name, zone);
  return zone;
}

/** Names that were looked up before: files repeat a few of them in many rows. */
const found = new Map<string, Timezone | null>();
const maxFound = 1_000;

function findByClock(name: string): Timezone | null {
  const word = name
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, "")
    .replace(/\b(?:standard|daylight|summer)\b/, "")
    .replace(/\btime\b/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const clock = clocks.find(([pattern]) => pattern.test(word));
  if (clock) return clock[1];
  const times = timesIn(name.trim().replaceAll(" ", "_"));
  return timezoneNames.find((zone) => times !== null && timesIn(zone) === times) ?? null;
}

/** What an IANA zone's clocks show in each month of two years; null if there is no such zone. */
function timesIn(timeZone: string): string | null {
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    return Array.from({ length: 48 }, (_, half) =>
      format.format(Date.UTC(2026, 0, 1 + half * 15, 12)),
    ).join();
  } catch {
    return null;
  }
}
