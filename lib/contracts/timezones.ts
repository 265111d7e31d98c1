import { z } from "zod";

/** The five supported zones in the order in which a person picks them (spec, section 3). */
export const timezones = [
  { value: "America/New_York", label: "Eastern Time (ET)" },
  { value: "America/Chicago", label: "Central Time (CT)" },
  { value: "America/Denver", label: "Mountain Time (MT)" },
  { value: "America/Los_Angeles", label: "Pacific Time (PT)" },
  { value: "Europe/London", label: "London (GMT/BST)" },
] as const;

/** IANA name of a supported zone. */
export type Timezone = (typeof timezones)[number]["value"];

/** Every supported IANA name. */
export const timezoneNames: readonly Timezone[] = timezones.map((timezone) => timezone.value);

/** Accepts the five IANA names and nothing else. */
export const timezoneSchema = z.enum(
  timezones.map((timezone) => timezone.value),
  { error: "Please select a timezone" },
);
