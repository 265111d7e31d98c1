import { z } from "zod";

/** The supported zones in the order of the selector: docs/product-spec.md, section 2.5. */
export const timezones = [
  { value: "America/New_York", label: "Eastern Time (ET)" },
  { value: "America/Chicago", label: "Central Time (CT)" },
  { value: "America/Denver", label: "Mountain Time (MT)" },
  { value: "America/Los_Angeles", label: "Pacific Time (PT)" },
  { value: "Europe/London", label: "London (GMT/BST)" },
] as const;

/** IANA name of a supported zone. */
export type Timezone = (typeof timezones)[number]["value"];

export const timezoneNames: readonly Timezone[] = timezones.map((timezone) => timezone.value);

export const timezoneSchema = z.enum(
  timezones.map((timezone) => timezone.value),
  { error: "Please select a timezone" },
);
