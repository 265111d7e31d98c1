import { localDateAt } from "@/lib/calendar/days";
import type { Context } from "@/lib/domain/context";
import { repeat } from "./repeat";

/** How often to check the date (real time). */
const checkIntervalMs = 30_000;

/**
 * Runs a task at the start and then once per day (UTC, by the service's clock). If it fails, it is
 * retried at the next check.
 *
 * @param options.isTimely while false, the task waits
 */
export function daily(
  ctx: Pick<Context, "log"> & { clock: Pick<Context["clock"], "now"> },
  task: () => Promise<void>,
  { isTimely = () => true }: { isTimely?: () => boolean } = {},
): { stop(): Promise<void> } {
  let doneOn = "";
  return repeat(checkIntervalMs, async () => {
    const today = localDateAt(ctx.clock.now(), "UTC");
    if (today === doneOn || !isTimely()) return;
    try {
      await task();
      doneOn = today;
    } catch (error) {
      ctx.log.error({ err: error }, "daily cleanup failed");
    }
  });
}
