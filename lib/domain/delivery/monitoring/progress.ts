import { isWeekday } from "@/lib/calendar/days";
import type { DeliveryProgressView, ZoneProgress } from "@/lib/contracts/briefings";
import type { Channel } from "@/lib/contracts/primitives";
import { type Timezone, timezoneNames } from "@/lib/contracts/timezones";
import type { Context } from "../../context";
import { slotsOfDate } from "../schedule/slots";
import { listSlotProgress, type SlotProgress } from "./status";

/**
 * Delivery progress of a date per zone, earliest zone first. An edit still reaches the zones that have
 * neither started nor closed.
 *
 * @param localDate YYYY-MM-DD; weekends have no zones
 */
export async function getDeliveryProgress(
  ctx: Context,
  localDate: string,
): Promise<DeliveryProgressView> {
  const now = ctx.clock.now();
  if (!isWeekday(localDate)) return { date: localDate, now: now.toISOString(), zones: [] };
  const slots = slotsOfDate(localDate, ctx.settings.emailLeadMinutes);
  const progress = await listSlotProgress(ctx, localDate);
  const zones = timezoneNames
    .map((timezone): ZoneProgress => {
      const zoneSlots = slots.filter((slot) => slot.timezone === timezone);
      const [first] = zoneSlots;
      if (!first) throw new Error(`no slots for ${timezone} on ${localDate}`);
      return {
        timezone,
        opensAt: first.opensAt.toISOString(),
        hasStarted: progress.some((slot) => slot.timezone === timezone),
        isClosed: zoneSlots.every((slot) => slot.closesAt <= now),
        email: countsOf(progress, timezone, "email"),
        sms: countsOf(progress, timezone, "sms"),
      };
    })
    .toSorted((a, b) => a.opensAt.localeCompare(b.opensAt));
  return { date: localDate, now: now.toISOString(), zones };
}

function countsOf(progress: readonly SlotProgress[], timezone: Timezone, channel: Channel) {
  const slot = progress.find((each) => each.timezone === timezone && each.channel === channel);
  return { planned: slot?.planned ?? 0, finalized: slot?.finalized ?? 0 };
}
