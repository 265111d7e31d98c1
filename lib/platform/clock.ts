/** Where the service gets the time from. */
export type Clock = {
  /** The current time. */
  now(): Date;
  /** Seconds of service time per real second: 1 outside the sandbox. */
  rate(): number;
  /**
   * The time that the clock was last set to by hand, which only the sandbox allows. Everything before
   * it was skipped on purpose and isn't an outage.
   */
  setTo(): Date | null;
};

/** One reading of an external clock. */
export type ClockReading = { now: Date; rate: number; setTo: Date | null };

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  rate: () => 1,
  setTo: () => null,
};

/** A clock that always shows the same time, for tests. */
export function fixedClock(now: Date | string): Clock {
  const instant = new Date(now);
  return { now: () => new Date(instant), rate: () => 1, setTo: () => null };
}

/** A clock that follows an external one until `stop`. */
export type FollowingClock = Clock & { stop(): void };

/**
 * Follows an external clock (the database's or the sandbox's), so that processes agree on the time even
 * when their machines don't. Between readings, it advances with the monotonic clock, never with the
 * machine's wall clock. After a failed reading, it continues from the last good one. Rejects when the
 * first reading fails.
 *
 * @param read reads the external clock; half of the round trip is added to the result
 * @param intervalMs real milliseconds between readings
 */
export async function followClock(
  read: () => Promise<ClockReading>,
  intervalMs: number,
): Promise<FollowingClock> {
  const sample = async () => {
    const startedAt = performance.now();
    const reading = await read();
    return { reading, at: (startedAt + performance.now()) / 2 };
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
