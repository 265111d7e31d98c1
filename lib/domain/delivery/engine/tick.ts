import type { Context } from "../../context";
import { raiseAlert, sendAlerts } from "../../outbox/operator-alerts";
import { closeSlots } from "./close";
import { recoverAttempts } from "./dispatch";
import { planSlot } from "./plan";
import { isBriefingReady, isPastAlertTime } from "../monitoring/readiness";
import { nextSlot, openSlots } from "../schedule/slots";

async function hasReaders(ctx: Context): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ some: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM subscriptions x WHERE is_entitled(x, ${ctx.clock.now()})) AS some`;
  return row?.some ?? false;
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
