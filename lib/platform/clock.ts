/** Where the service gets the time from. */
export type Clock = {
  /** The current time, or a moment earlier: when this says 8:00, it is 8:00 at least. */
  now(): Date;
  /** The current time, or a moment later: while this says before 10:00, it is before 10:00. */
  nowAtLatest(): Date;
  /** False after an unexplained jump of the external clock, until a second reading confirms it. */
  isConfirmed(): boolean;
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

/** A clock that is exact whenever it is read. */
export function clockFrom(read: () => Date): Clock {
  return {
    now: read,
    nowAtLatest: read,
    isConfirmed: () => true,
    rate: () => 1,
    setTo: () => null,
  };
}

/** The machine's own clock. */
export const systemClock: Clock = clockFrom(() => new Date());

/** A clock that always shows the same time, for tests. */
export function fixedClock(now: Date | string): Clock {
  const instant = new Date(now);
  return clockFrom(() => new Date(instant));
}

/** A clock that follows an external one until `stop`. */
export type FollowingClock = Clock & { stop(): void };

/** A reading of the external clock at some point between two moments of the monotonic clock. */
type Sample = { reading: ClockReading; requestedAt: number; receivedAt: number };

/** A reading that took longer says too little about the time (real milliseconds). */
const maxRoundTripMs = 1_000;

/** A larger difference from the time expected is a jump (milliseconds). */
const maxDriftMs = 2_000;

/** How soon a jump is checked by a second reading (real milliseconds). */
const confirmAfterMs = 1_000;

function isSetByHand(before: ClockReading, after: ClockReading): boolean {
  return before.rate !== after.rate || before.setTo?.getTime() !== after.setTo?.getTime();
}

/** The earliest time that it can be at a moment of the monotonic clock, in milliseconds. */
function earliest({ reading, receivedAt }: Sample, moment: number): number {
  return reading.now.getTime() + (moment - receivedAt) * reading.rate;
}

/** Whether two samples agree about the time. Only for clocks that run at the normal rate. */
function agree(one: Sample, other: Sample): boolean {
  const difference = earliest(one, other.receivedAt) - earliest(other, other.receivedAt);
  return Math.abs(difference) <= maxDriftMs;
}

/**
 * Follows an external clock (the database's or the sandbox's), so that processes agree on the time even
 * when their machines don't. Between readings, it advances with the monotonic clock, never with the
 * machine's wall clock. After a failed or slow reading, it continues from the last good one. A jump is
 * followed once a second reading confirms it. Rejects when the first reading fails.
 *
 * @param read reads the external clock
 * @param intervalMs real milliseconds between readings
 */
export async function followClock(
  read: () => Promise<ClockReading>,
  intervalMs: number,
): Promise<FollowingClock> {
  const takeSample = async (): Promise<Sample> => {
    const requestedAt = performance.now();
    const reading = await read();
    return { reading, requestedAt, receivedAt: performance.now() };
  };
  let last = await takeSample();
  /** A sample that disagrees with `last`, waiting to be confirmed. */
  let jump: Sample | null = null;
  const consider = (sample: Sample) => {
    const isByHand = isSetByHand(last.reading, sample.reading) || sample.reading.rate !== 1;
    const isSlow = sample.receivedAt - sample.requestedAt > maxRoundTripMs;
    if (isSlow && !isByHand) return;
    if (isByHand || agree(last, sample) || (jump && agree(jump, sample))) {
      last = sample;
      jump = null;
    } else {
      jump = sample;
    }
  };
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(
      () => {
        takeSample()
          .then(consider)
          .catch(() => undefined)
          .finally(() => {
            if (!stopped) schedule();
          });
      },
      jump ? Math.min(intervalMs, confirmAfterMs) : intervalMs,
    );
    timer.unref();
  };
  schedule();
  return {
    now: () => new Date(earliest(last, performance.now())),
    nowAtLatest: () => {
      const roundTripMs = last.receivedAt - last.requestedAt;
      return new Date(earliest(last, performance.now() + roundTripMs));
    },
    isConfirmed: () => jump === null,
    rate: () => last.reading.rate,
    setTo: () => last.reading.setTo,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
