import { localDateAt } from "@/lib/contracts/calendar";
import type { Context } from "@/lib/domain/context";
import { repeat } from "./repeat";

/** How often the clock is looked at (real time). */
const lookMs = 30_000;

/**
 * Runs a task at the start and again whenever the service's clock shows another day (UTC). A day on
 * which it failed is tried again at the next look.
 */
export function daily(
  ctx: Pick<Context, "log"> & { clock: Pick<Context["clock"], "now"> },
  task: () => Promise<void>,
  pauseMs = lookMs,
): { stop(): Promise<void> } {
  let doneOn = "";
  return repeat(pauseMs, async () => {
    const today = localDateAt(ctx.clock.now(), "UTC");
    if (today === doneOn) return;
    try {
      await task();
      doneOn = today;
    } catch (error) {
      ctx.log.error({ err: error }, "the day's housekeeping failed");
    }
  });
}
