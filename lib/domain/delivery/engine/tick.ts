import { toDatabaseDate } from "@/lib/contracts/calendar";
import type { Context } from "../../context";
import { raiseAlert, sendAlerts } from "../../outbox/operator-alerts";
import { closeSlots } from "./close";
import { recoverAttempts } from "./dispatch";
import { planSlot } from "./plan";
import { localDateAt, nextSlot, openSlots } from "../schedule/slots";

/** Local hour in London, the first zone, from which tomorrow's briefing ought to be ready. */
export const alertHour = 18;

async function hasReaders(ctx: Context): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ some: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM subscriptions x WHERE is_entitled(x, ${ctx.clock.now()})) AS some`;
  return row?.some ?? false;
}

/** Whether a date has something to send. */
export async function isBriefingReady(ctx: Context, localDate: string): Promise<boolean> {
  const active = await ctx.db.dailyMessage.count({
    where: { localDate: toDatabaseDate(localDate), isActive: true },
  });
  return active > 0;
}

/** Whether by now the briefing of a date yet to come ought to be ready. */
export function isPastAlertTime(now: Date, localDate: string): boolean {
  const london = localDateAt(now, "Europe/London");
  if (london >= localDate) return true;
  const eve = new Date(Date.parse(`${localDate}T00:00:00Z`) - 86_400_000)
    .toISOString()
    .slice(0, 10);
  const hour = Number(
    new Intl.DateTimeFormat("en-GB", {
      timeZone: "Europe/London",
      hour: "2-digit",
      hourCycle: "h23",
    }).format(now),
  );
  return london === eve && hour >= alertHour;
}

/** Warns the evening before when the next morning has nothing to send. */
async function checkTomorrow(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { localDate } = nextSlot(now, ctx.settings.emailLeadMinutes);
  if (!isPastAlertTime(now, localDate)) return;
  if ((await isBriefingReady(ctx, localDate)) || !(await hasReaders(ctx))) return;
  await raiseAlert(ctx, {
    key: `not-ready:${localDate}`,
    subject: `No briefing for ${localDate} yet`,
    body:
      `No active daily message is saved for ${localDate}. ` +
      `One that is activated by 10:00 of a reader's morning still goes out.\n\n` +
      `${ctx.settings.siteUrl}/daily-messages-admin`,
  });
}

/** What one look at the mornings found. */
export type TickReport = { openSlots: number; recovered: number };

/**
 * Looks at every morning once: plans the slots that are open, closes those whose hour has passed,
 * takes over what dead workers left, and tells the operator what is wrong. Every step may be
 * repeated, interrupted and run side by side; workers call it about twice a second.
 *
 * @param onPlanned called whenever batches have been added, which may leave from then on
 */
export async function runDeliveryTick(
  ctx: Context,
  onPlanned: () => void = () => undefined,
): Promise<TickReport> {
  const recovered = await recoverAttempts(ctx);
  const open = openSlots(ctx.clock.now(), ctx.settings.emailLeadMinutes);
  for (const slot of open) {
    const result = await planSlot(ctx, slot, { onAdded: onPlanned });
    if (result.state === "no_message" && (await hasReaders(ctx))) {
      await raiseAlert(ctx, {
        key: `no-message:${slot.localDate}`,
        subject: `No briefing goes out for ${slot.localDate}`,
        body:
          `The first morning of ${slot.localDate} has begun and no daily message is active. ` +
          `Nothing is sent. A message activated by 10:00 of a reader's morning still goes out.\n\n` +
          `${ctx.settings.siteUrl}/daily-messages-admin`,
      });
    }
  }
  await closeSlots(ctx);
  await checkTomorrow(ctx);
  await sendAlerts(ctx);
  return { openSlots: open.length, recovered };
}
