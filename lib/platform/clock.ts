import { uptime } from "node:os";

/** The clocks of two processes differ by less. */
export const clockSkewMs = 10_000;

/** Where the service gets the time from. */
export type Clock = {
  /** The current time, or a moment earlier: when this says 8:00, it's at least 8:00. */
  now(): Date;
  /** The current time, or a moment later: while this says before 10:00, it is before 10:00. */
  nowAtLatest(): Date;
  /** How far two independent clocks are apart, in milliseconds; 0 if there's only one. */
  disagreementMs(): number;
  /** Seconds of service time per real second: 1 outside the sandbox. */
  rate(): number;
  /**
   * The time the clock was last set to by hand, which only the sandbox allows. Time skipped before it isn't
   * an outage.
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
    disagreementMs: () => 0,
    rate: () => 1,
    setTo: () => null,
  };
}

/** The machine's own clock. */
export const systemClock: Clock = clockFrom(() => new Date());

/** A clock that follows an external one until `stop`. */
export type FollowingClock = Clock & { stop(): void };

/** A reading of the external clock at some point between two moments of the monotonic clock. */
type Sample = { reading: ClockReading; requestedAt: number; receivedAt: number };

/** A reading that took longer is too inexact (real milliseconds). */
const maxRoundTripMs = 1_000;

/** A shorter suspension could be an inexact reading of the uptime (milliseconds). */
const minSuspensionMs = 2_000;

/**
 * The machine's own time, in milliseconds since 1970: the wall clock's time at the start plus the time since,
 * including suspensions. Setting the wall clock later has no effect.
 */
export function startMachineClock(): () => number {
  const [wall, monotonic, upS] = [Date.now(), performance.now(), uptime()];
  return () => {
    const ranMs = performance.now() - monotonic;
    const passedMs = (uptime() - upS) * 1_000;
    return wall + (passedMs - ranMs > minSuspensionMs ? passedMs : ranMs);
  };
}

/** The earliest possible time at a moment of the monotonic clock, in milliseconds. */
function earliest({ reading, receivedAt }: Sample, moment: number): number {
  return reading.now.getTime() + (moment - receivedAt) * reading.rate;
}

/**
 * Follows an external clock (the database's or the sandbox's), so that processes agree on the time even when
 * their machines don't. Between readings, it advances with the monotonic clock, never with the machine's wall
 * clock. After a failed or slow reading, it continues from the last good one. Rejects when the first reading
 * fails.
 *
 * @param read reads the external clock
 * @param intervalMs real milliseconds between readings
 * @param machine an independent clock, in milliseconds since 1970: a time counts as reached only once both
 *   clocks say so, and as possibly reached once either does
 */
export async function followClock(
  read: () => Promise<ClockReading>,
  intervalMs: number,
  machine?: () => number,
): Promise<FollowingClock> {
  const takeSample = async (): Promise<Sample> => {
    const requestedAt = performance.now();
    const reading = await read();
    return { reading, requestedAt, receivedAt: performance.now() };
  };
  let last = await takeSample();
  const consider = (sample: Sample) => {
    const isByHand =
      sample.reading.rate !== 1 ||
      last.reading.setTo?.getTime() !== sample.reading.setTo?.getTime();
    const isSlow = sample.receivedAt - sample.requestedAt > maxRoundTripMs;
    if (isByHand || !isSlow) last = sample;
  };
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(() => {
      takeSample()
        .then(consider)
        .catch(() => undefined)
        .finally(() => {
          if (!stopped) schedule();
        });
    }, intervalMs);
    timer.unref();
  };
  schedule();
  const followed = () => earliest(last, performance.now());
  return {
    now: () => new Date(Math.min(followed(), machine?.() ?? Infinity)),
    nowAtLatest: () => {
      const roundTripMs = last.receivedAt - last.requestedAt;
      const latest = earliest(last, performance.now() + roundTripMs);
      return new Date(Math.max(latest, machine?.() ?? -Infinity));
    },
    disagreementMs: () => (machine ? Math.abs(followed() - machine()) : 0),
    rate: () => last.reading.rate,
    setTo: () => last.reading.setTo,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
