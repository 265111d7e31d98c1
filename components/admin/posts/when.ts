/** An instant (ISO) as an editor says it, in their own timezone: `November 21, 2026 at 6:12 AM`. */
export function inWords(instant: string): string {
  return new Date(instant).toLocaleString("en-US", { dateStyle: "long", timeStyle: "short" });
}
