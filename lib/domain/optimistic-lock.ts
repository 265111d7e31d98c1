/**
 * Whether a row is still in the state an editor saw.
 *
 * @param stored the row's `updatedAt`
 * @param seen the `updatedAt` last seen (ISO), null for a row never changed
 */
export function isSameInstant(stored: Date | null, seen: string | null): boolean {
  return (stored?.getTime() ?? null) === (seen === null ? null : Date.parse(seen));
}

/**
 * The instant of a change, always later than that of the one before: two saves in one millisecond,
 * or a clock set back, must still look different to an editor.
 */
export function nextVersion(previous: Date | null, now: Date): Date {
  return previous && previous >= now ? new Date(previous.getTime() + 1) : now;
}
