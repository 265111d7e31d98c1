/**
 * Whether a row is unchanged since the editor loaded it.
 *
 * @param stored the row's `updatedAt`
 * @param seen the `updatedAt` (ISO) that the editor loaded; null if the row had never changed
 */
export function isSameInstant(stored: Date | null, seen: string | null): boolean {
  return (stored?.getTime() ?? null) === (seen === null ? null : Date.parse(seen));
}

/**
 * The `updatedAt` of a change. Always later than the previous one, so that two saves in the same
 * millisecond, or after the clock was set back, still look different to an editor.
 */
export function nextVersion(previous: Date | null, now: Date): Date {
  return previous && previous >= now ? new Date(previous.getTime() + 1) : now;
}
