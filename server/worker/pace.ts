import { minuteMs, secondMs } from "@/lib/calendar/units";
import type { Context } from "@/lib/domain/context";
import { nextSlot, openSlots } from "@/lib/domain/delivery/schedule/slots";
import { repeat } from "./repeat";

/** How often to ask whether anything was added to the database (real time). */
const askEveryMs = secondMs;

/** For this long after something was added, more may follow from it (real time). */
const busyMs = minuteMs;

/** How often to look for work while nothing is going on, in case something was only changed (real time). */
const quietEveryMs = 20 * secondMs;

/** Around a slot's window, batches are planned, sent, and settled (the service's time). */
const aroundSlotMs = { before: minuteMs, after: 15 * minuteMs } as const;

/** How often to work out again whether a slot is still near (real time). */
const recheckMs = 500;

/** How often a worker looks for work. */
export type Pace = {
  /**
   * The pause before the next run of what is otherwise done this often: twenty seconds or more while nothing
   * is going on and no slot opens within a minute.
   */
  pauseMs(everyMs: number): number;
  stop(): Promise<void>;
};

/**
 * Through a night in which nothing happens, a worker would otherwise ask the database forty times a second
 * for work. Something is going on around each slot, and for a minute after a row was added to any table
 * that numbers its rows: what people, editors, and providers do is recorded in one. The sandbox's clock
 * counts, too, when someone sets it.
 *
 * @param onActivity called when something begins, to end the pauses
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

/** Tells whether a slot is near, and works that out only as often as it can matter. */
function watchSlots({ clock, settings }: Pick<Context, "clock" | "settings">): () => boolean {
  const { before, after } = aroundSlotMs;
  const isOpenAt = (ms: number) => openSlots(new Date(ms), settings.emailLeadMinutes).length > 0;
  let [isNear, checkedAt] = [true, -Infinity];
  /** No slot is near in between, in milliseconds since 1970. */
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
