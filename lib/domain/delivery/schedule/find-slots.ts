import { addDays, localDateAt } from "@/lib/calendar/days";
import type { Context } from "../../context";
import { listDaysOff } from "../../daily-messages/days-off";
import { nextSlot, openSlots, type Slot } from "./slots";

type Reading = Pick<Context, "db" | "clock" | "settings">;

/** Days off from yesterday on, which is the earliest day in any zone. */
function currentDaysOff(ctx: Reading) {
  return listDaysOff(ctx, addDays(localDateAt(ctx.clock.now(), "UTC"), -1));
}

/** The slots that are open now. A day off has none. */
export async function findOpenSlots(ctx: Reading): Promise<Slot[]> {
  const daysOff = await currentDaysOff(ctx);
  return openSlots(ctx.clock.now(), ctx.settings.emailLeadMinutes).filter(
    ({ localDate }) => !daysOff.includes(localDate),
  );
}

/** The next slot to open in any zone. A day off has none. */
export async function findNextSlot(ctx: Reading): Promise<Slot> {
  return nextSlot(ctx.clock.now(), ctx.settings.emailLeadMinutes, await currentDaysOff(ctx));
}
