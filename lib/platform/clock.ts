/** Where the service learns what time it is. */
export type Clock = {
  /** The service's present instant. */
  now(): Date;
  /** How many seconds of service time pass in one real second: 1 outside the sandbox. */
  rate(): number;
  /**
   * The instant that somebody last set the clock to by hand, which only the sandbox allows. What
   * lies before it was skipped, not slept through.
   */
  setTo(): Date | null;
};

/** One reading of an outside clock. */
export type ClockReading = { now: Date; rate: number; setTo: Date | null };

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  rate: () => 1,
  setTo: () => null,
};

/** A clock that stands where a test puts it. */
export function fixedClock(now: Date | string): Clock {
  const instant = new Date(now);
  return { now: () => new Date(instant), rate: () => 1, setTo: () => null };
}

/** A clock that follows another one; `stop` ends the following. */
export type FollowingClock = Clock & { stop(): void };

/**
 * Follows an outside clock (the database's, or the sandbox's), so that processes whose machines
 * disagree, or whose clock is set back, still agree with each other. Between readings time goes
 * on by the monotonic clock, never by the machine's wall clock. A failed reading keeps the last
 * good one. Rejects when the first reading fails.
 *
 * @param read asks the outside clock; half of the time the answer takes is added to it
 * @param intervalMs real milliseconds between readings
 */
export async function followClock(
  read: () => Promise<ClockReading>,
  intervalMs: number,
): Promise<FollowingClock> {
  const sample = async () => {
    const askedAt = performance.now();
    const reading = await read();
    return { reading, at: (askedAt + performance.now()) / 2 };
  };
  let last = await sample();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(() => {
      sample()
        .then((next) => {
          last = next;
        })
        .catch(() => undefined)
        .finally(() => {
          if (!stopped) schedule();
        });
    }, intervalMs);
    timer.unref();
  };
  schedule();
  return {
    now: () =>
      new Date(last.reading.now.getTime() + (performance.now() - last.at) * last.reading.rate),
    rate: () => last.reading.rate,
    setTo: () => last.reading.setTo,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
