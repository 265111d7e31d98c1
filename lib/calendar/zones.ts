/** The city of the browser's time zone, such as `New York`. */
export function cityHere(): string {
  return cityOf(timezoneHere());
}

/** IANA name of the browser's time zone. */
export function timezoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `America/New_York` → `New York`. */
export function cityOf(timezone: string): string {
  return (timezone.split("/").at(-1) ?? timezone).replaceAll("_", " ");
}

/** Minutes by which the browser's clock is ahead of UTC at an instant; negative when it's behind. */
export function offsetHere(instant: Date): number {
  return -instant.getTimezoneOffset();
}
