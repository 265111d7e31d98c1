import type { DeliveryProgressView } from "@/lib/contracts/briefings";
import type { Channel } from "@/lib/contracts/primitives";
import type { Context } from "../../context";
import { describeBriefing } from "./figures/describe-briefing";
import { isOf } from "../schedule/slots";
import { findMessageState } from "./readiness";

/**
 * Delivery progress of a date per zone, earliest zone first.
 *
 * @param localDate YYYY-MM-DD; weekends and days off have no zones
 */
export async function getDeliveryProgress(
  ctx: Context,
  localDate: string,
): Promise<DeliveryProgressView> {
  const [{ slots, zones, frozen }, message] = await Promise.all([
    describeBriefing(ctx, localDate),
    findMessageState(ctx, localDate),
  ]);
  return {
    date: localDate,
    now: ctx.clock.now().toISOString(),
    message,
    zones: zones.map((zone) => {
      const of = (channel: Channel) => {
        const slot = slots.find(isOf({ timezone: zone.timezone, channel }));
        if (!slot) throw new Error(`no ${channel} slot for ${zone.timezone} on ${localDate}`);
        const { toSend, accepted, delivered, pending, excluded, failed, missed, state } = slot;
        return { toSend, accepted, delivered, pending, excluded, failed, missed, state };
      };
      return {
        ...zone,
        hasStarted: frozen.has(zone.timezone),
        email: of("email"),
        sms: of("sms"),
      };
    }),
  };
}
