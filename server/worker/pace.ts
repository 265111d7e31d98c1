import { minuteMs, secondMs } from "@/lib/calendar/units";
import type { Context } from "@/lib/domain/context";
import { nextSlot, openSlots } from "@/lib/domain/delivery/schedule/slots";
import { repeat } from "./repeat";

/** How often to ask whether anything was added to the database (real time). */
const askEveryMs = secondMs;

/** For this long after something was added, more may follow (real time). */
const busyMs = minuteMs;

/** How often to look for work while idle, in case rows were changed but none added (real time). */
const quietEveryMs = 20 * secondMs;

/** Around a slot's window, batches are planned, sent, and settled (the service's time). */
const aroundSlotMs = { before: minuteMs, after: 15 * minuteMs } as const;

/** How often to check whether a slot is still near (real time). */
const recheckMs = 500;

/** How often a worker looks for work. */
export type Pace = {
  /**
   * The pause before the next run of a task that otherwise runs this often: at least twenty seconds while the
   * service is idle and no slot opens within a minute.
   */
  pauseMs(everyMs: number): number;
  stop(): Promise<void>;
};

/**
 * Keeps an idle worker from asking the database for work forty times a second all night. The service counts
 * as busy around each slot, and for a minute after a row was added to any table that numbers its rows: what
 * people, editors, and providers do is recorded in one. So does setting the sandbox's clock.
 *
 * @param onActivity called when the idle time ends, to end the pauses
 */
export function followActivity(ctx: Context, onActivity: () => void): Pace {
  let busyUntil = performance.now() + busyMs;
  let seen = "";
  let wasQuiet = false;
  const isNearSlot = watchSlots(ctx);
  const isQuiet = () => performance.now() >= busyUntil && !isNearSlot();
  const asks = repeat(askEveryMs, async () => {
    try {
      const found = `${await readCounters(ctx)} ${ctx.clock.setTo()?.getTime()}`;
      if (found !== seen) busyUntil = performance.now() + busyMs;
      seen = found;
    } catch (error) {
      busyUntil = performance.now() + busyMs;
      ctx.log.warn({ err: error }, "activity not read");
    }
    const isQuietNow = isQuiet();
    if (wasQuiet && !isQuietNow) onActivity();
    wasQuiet = isQuietNow;
  });
  return {
    pauseMs: (everyMs) => (isQuiet() ? Math.max(everyMs, quietEveryMs) : everyMs),
    stop: () => asks.stop(),
  };
}

/**
 * Returns a function that tells whether a slot is near, recalculated only when the answer can have changed.
 */
function watchSlots({ clock, settings }: Pick<Context, "clock" | "settings">): () => boolean {
  const { before, after } = aroundSlotMs;
  const isOpenAt = (ms: number) => openSlots(new Date(ms), settings.emailLeadMinutes).length > 0;
  let [isNear, checkedAt] = [true, -Infinity];
  /** No slot is near between these times (epoch milliseconds). */
  let [calmFrom, calmUntil] = [0, 0];
  return () => {
    const now = clock.now().getTime();
    if (calmFrom <= now && now < calmUntil) return false;
    if (performance.now() < checkedAt + recheckMs) return isNear;
    checkedAt = performance.now();
    isNear = [now, now + before, now - after].some(isOpenAt);
    if (isNear) return true;
    const next = nextSlot(new Date(now), settings.emailLeadMinutes);
    [calmFrom, calmUntil] = [now, next.opensAt.getTime() - before];
    return false;
  };
}

/** Changes whenever a row gets a number. */
async function readCounters({ db }: Pick<Context, "db">): Promise<string> {
  const [row] = await db.$queryRaw<{ total: string }[]>`
    SELECT coalesce(sum(last_value), 0)::text AS total
    FROM pg_sequences WHERE schemaname = current_schema()`;
  return row?.total ?? "";
}
