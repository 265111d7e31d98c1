/** Below times in the viewer's time zone: names its city, or `UTC`. */
export const timesAre = (place: string) =>
  place === "UTC" ? "Times are in UTC." : `Times are in ${place} time.`;
