import type { Channel } from "@/lib/contracts/primitives";
import type { Slot } from "../schedule/slots";

/** Minutes past 8:00 by which a slot must be done; the About page promises texts by 8:45 AM. */
export const graceMinutes = { email: 0, sms: 45 } as const satisfies Record<Channel, number>;

/** What a slot still has to send: emails, or segments of texts. */
export type SlotLoad = Slot & { units: number };

/** When a slot will have sent everything. */
export type SlotForecast = SlotLoad & {
  /** Null when its window closes before. */
  finishesAt: Date | null;
  /** Minutes from its opening until everything is sent, were its window to stay open. */
  minutes: number;
  /** Whether it can't finish by the promised time. Once that has passed, this no longer says anything. */
  isLate: boolean;
};

/** When a slot must be done: 8:00 local for email, 8:45 for texts. */
function promisedBy(slot: Slot): Date {
  return new Date(slot.promisedAt.getTime() + graceMinutes[slot.channel] * 60_000);
}

/**
 * Forecasts when the slots of one channel will be done. Slots that are open at the same time share the
 * provider's rate equally, and what a window can't send until it closes is dropped.
 *
 * @param unitsPerSecond emails or segments that the provider takes from all of us
 * @returns slots with something to send, in the given order
 */
export function forecastSlots(
  loads: readonly SlotLoad[],
  unitsPerSecond: number,
  now: Date,
): SlotForecast[] {
  const unitsPerMs = unitsPerSecond / 1_000;
  const slots = loads
    .filter(({ units, closesAt }) => units > 0 && closesAt > now)
    .map((load) => ({
      load,
      left: load.units,
      opensMs: Math.max(load.opensAt.getTime(), now.getTime()),
      closesMs: load.closesAt.getTime(),
      finishesMs: Infinity,
    }));
  const isWaiting = ({ left, closesMs }: (typeof slots)[number], atMs: number) =>
    left > 0 && closesMs > atMs;
  let atMs = now.getTime();
  for (;;) {
    const waiting = slots.filter((slot) => isWaiting(slot, atMs));
    if (waiting.length === 0) break;
    const open = waiting.filter(({ opensMs }) => opensMs <= atMs);
    const share = unitsPerMs / Math.max(1, open.length);
    const untilMs = Math.min(
      ...waiting.flatMap(({ opensMs, closesMs }) => (opensMs > atMs ? opensMs : closesMs)),
      ...open.map(({ left }) => atMs + left / share),
    );
    for (const slot of open) {
      const isDone = atMs + slot.left / share <= untilMs;
      slot.left = isDone ? 0 : slot.left - share * (untilMs - atMs);
      if (isDone) slot.finishesMs = untilMs;
    }
    atMs = untilMs;
  }
  return slots.map(({ load, left, finishesMs, opensMs, closesMs }) => {
    const isDone = finishesMs < Infinity;
    const endMs = isDone ? finishesMs : closesMs + left / unitsPerMs;
    return {
      ...load,
      finishesAt: isDone ? new Date(finishesMs) : null,
      minutes: Math.ceil((endMs - opensMs) / 60_000),
      isLate: now < promisedBy(load) && finishesMs > promisedBy(load).getTime(),
    };
  });
}

/** Emails per second until enough have been sent to measure it: one call of 500 every two seconds. */
export const defaultEmailsPerSecond = 250;

/** Smaller slots show how long one call takes, not how many fit into a second. */
const measurableEmails = 5_000;

/**
 * The rate to expect for email: the median of the recent slots that were large enough to measure.
 *
 * @param recent how many emails each slot sent, and how many seconds that took
 */
export function measureEmailRate(recent: readonly { emails: number; seconds: number }[]): number {
  const rates = recent
    .filter(({ emails, seconds }) => emails >= measurableEmails && seconds > 0)
    .map(({ emails, seconds }) => emails / seconds)
    .toSorted((a, b) => a - b);
  return rates[Math.floor((rates.length - 1) / 2)] ?? defaultEmailsPerSecond;
}
