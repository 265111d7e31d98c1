import { dayParamsSchema } from "@/lib/contracts/admin/deliveries";
import { dayOffSchema } from "@/lib/contracts/days-off";
import { actorOf } from "@/lib/domain/auth/sessions";
import { markDayOff, unmarkDayOff } from "@/lib/domain/delivery/content/mark-day-off";
import { purgePages } from "@/lib/http/pages/purge-pages";
import { route } from "@/lib/http/route/route";

export const PUT = route({
  access: "admin:write",
  summary: "Marks a date as a day without a briefing",
  params: dayParamsSchema,
  responses: { 200: dayOffSchema },
  errors: [
    [400, "The date is on a weekend"],
    [409, "The date has an active message", "active_message_exists"],
    [409, "Its first zone has started", "day_started"],
  ],
  handler: async ({ ctx, caller, params: { date } }) => {
    const day = await markDayOff(ctx, date, actorOf(caller));
    await purgePages();
    return day;
  },
});

export const DELETE = route({
  access: "admin:write",
  summary: "Unmarks a day off",
  params: dayParamsSchema,
  responses: { 200: dayOffSchema },
  errors: [
    [400, "The date is on a weekend"],
    [409, "Its first zone has started", "day_started"],
  ],
  handler: async ({ ctx, caller, params: { date } }) => {
    const day = await unmarkDayOff(ctx, date, actorOf(caller));
    await purgePages();
    return day;
  },
});
