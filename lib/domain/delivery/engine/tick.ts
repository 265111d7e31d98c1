import { toDatabaseDate } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { cityOf } from "@/lib/calendar/zones";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Context } from "../../context";
import { raiseAlert, sendAlerts } from "../../outbox/operator-alerts";
import { alertOverCapacity, alertOverCapacityEachMinute } from "../monitoring/forecast";
import { findMessageState, isPastAlertTime } from "../monitoring/readiness";
import { findOpenRestore } from "../ledger/open-restore";
import { findNextSlot } from "../schedule/find-slots";
import { openSlots, type Slot } from "../schedule/slots";
import { closeSlots } from "./close";
import { recoverLostAttempts } from "./dispatch";
import { planChangedSubscribers, planSlot } from "./plan";
import { followClockStep } from "./worker-lease";

/** Whether anyone is due to get a date's briefing. */
async function hasAudience(ctx: Context, localDate: string): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ isAny: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM subscriptions x WHERE is_entitled(x, ${ctx.clock.now()}))
      AND NOT EXISTS (SELECT 1 FROM days_off WHERE local_date = ${toDatabaseDate(localDate)})
      AS "isAny"`;
  return row?.isAny ?? false;
}

function editorUrl(ctx: Context): string {
  return `${ctx.settings.siteUrl}/daily-messages-admin`;
}

/** Alerts the operator on the evening before a date that isn't ready or has too much to send. */
async function checkNextDate(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { localDate } = await findNextSlot(ctx);
  if (!isPastAlertTime(now, localDate)) return;
  const message = await findMessageState(ctx, localDate);
  if (message === "active") {
    await alertOverCapacityEachMinute(ctx, localDate);
    return;
  }
  if (!(await hasAudience(ctx, localDate))) return;
  const { notReady, notApproved } = operatorAlertMessages;
  const day = formatLongWeekdayMonthDay(localDate);
  const isUnapproved = message === "unapproved";
  await raiseAlert(ctx, {
    key: `${isUnapproved ? "not-approved" : "not-ready"}:${localDate}`,
    ...(isUnapproved ? notApproved : notReady)(day, editorUrl(ctx)),
  });
}

/** If the clocks are further apart, one of them is wrong, and briefings can be late. */
const maxDisagreementMs = 5_000;

/** Tells the operator when the database's clock and this machine's disagree. */
async function compareClocks(ctx: Context): Promise<void> {
  const apartMs = ctx.clock.disagreementMs();
  if (apartMs <= maxDisagreementMs) return;
  const now = ctx.clock.now();
  await raiseAlert(ctx, {
    key: `clocks:${now.toISOString().slice(0, 10)}`,
    ...operatorAlertMessages.clocksDisagree(Math.round(apartMs / 1_000)),
  });
}

async function planOpenSlot(ctx: Context, slot: Slot, onBatchesAdded: () => void): Promise<void> {
  const { state } = await planSlot(ctx, slot, { onBatchesAdded });
  if (state === "planned") await alertOverCapacity(ctx, slot.localDate);
  if (state !== "no_message") return;
  if (!(await hasAudience(ctx, slot.localDate))) return;
  const message = await findMessageState(ctx, slot.localDate);
  const { noMessage, unapproved } = operatorAlertMessages;
  const day = formatLongWeekdayMonthDay(slot.localDate);
  await raiseAlert(
    ctx,
    message === "unapproved" || message === "active"
      ? {
          key: `unapproved:${slot.localDate}:${slot.timezone}`,
          ...unapproved(day, cityOf(slot.timezone), editorUrl(ctx)),
        }
      : { key: `no-message:${slot.localDate}`, ...noMessage(day, editorUrl(ctx)) },
  );
}

export type TickReport = {
  openSlots: number;
  recovered: number;
  /** Steps that failed; the others were still done. */
  failures: number;
};

/**
 * One pass over all delivery windows: recovers what dead workers left, plans the open slots, closes the ones
 * that are over, and alerts the operator. Every step can be repeated, interrupted, and run by several workers
 * at once; each worker calls it about twice a second. A step that fails, or waits, doesn't keep the others
 * from running.
 *
 * @param onBatchesAdded called whenever new batches are ready to send
 */
export async function runDeliveryTick(
  ctx: Context,
  onBatchesAdded: () => void = () => undefined,
): Promise<TickReport> {
  let failures = 0;
  const attempt = async <T>(step: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      failures += 1;
      ctx.log.error({ err: error, step }, "delivery tick step failed");
      return undefined;
    }
  };
  await attempt("follow the database's clock", () => followClockStep(ctx));
  const open = openSlots(ctx.clock.now(), ctx.settings.emailLeadMinutes);
  const [recovered] = await Promise.all([
    attempt("recover lost attempts", () => recoverLostAttempts(ctx)),
    ...open.map((slot) =>
      attempt(`plan ${slot.localDate} ${slot.timezone} ${slot.channel}`, () =>
        planOpenSlot(ctx, slot, onBatchesAdded),
      ),
    ),
    attempt("plan changed subscribers", () => planChangedSubscribers(ctx, onBatchesAdded)),
  ]);
  await attempt("close slots", async () => {
    // Rows missing from a restored database may still turn out to have been sent.
    if (!(await findOpenRestore(ctx))) await closeSlots(ctx);
  });
  await attempt("compare the clocks", () => compareClocks(ctx));
  await attempt("check the next date", () => checkNextDate(ctx));
  await attempt("send alerts", () => sendAlerts(ctx));
  return { openSlots: open.length, recovered: recovered ?? 0, failures };
}
