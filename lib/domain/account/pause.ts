import { addDays, fromDatabaseDate, localDateAt, toDatabaseDate } from "@/lib/calendar/days";
import { maxPauseDays, type PauseDates } from "@/lib/contracts/account";
import { personMessages } from "@/lib/messages/admin/person";
import { pauseMessages } from "@/lib/messages/pause";
import { AppError } from "@/lib/platform/app-error";
import type { Transaction } from "@/lib/platform/database/database";
import { recordAudit, type Actor } from "../audit";
import type { Context } from "../context";
import { keepChoices, recordPause } from "../contact/choices";

/** Who pauses or resumes, and what else the audit log records. */
type By = { actor: Actor; why?: string; via?: "restore" };

type Paused = { pausedFrom: Date | null; pausedUntil: Date | null };

/** A subscriber's pause that isn't over. */
export function currentPause(
  ctx: Pick<Context, "clock">,
  { pausedFrom, pausedUntil, timezone }: Paused & { timezone: string },
): PauseDates | null {
  const pause = datesOf({ pausedFrom, pausedUntil });
  const today = localDateAt(ctx.clock.now(), timezone);
  return pause && pause.until >= today ? pause : null;
}

/**
 * Pauses a subscriber's briefings on these dates, both inclusive. Replaces an earlier pause. Billing
 * continues.
 *
 * @throws AppError 400 for dates in the wrong order, in the past, or too far apart; 404
 */
export async function pauseBriefings(
  ctx: Context,
  id: number,
  { from, until, ...by }: By & PauseDates,
): Promise<void> {
  const { timezone } = await getPaused(ctx.db, id);
  const refuse = (message: string) => new AppError(400, message, { field: "until" });
  if (until < from) throw refuse(pauseMessages.order);
  if (until < localDateAt(ctx.clock.now(), timezone)) throw refuse(pauseMessages.over);
  if (until > addDays(from, maxPauseDays)) throw refuse(pauseMessages.tooLong);
  await storePause(ctx, id, { pause: { from, until }, action: "briefings.paused" }, by);
}

/**
 * Ends a subscriber's pause, or removes one that hasn't begun. A briefing whose window is open is still sent,
 * unless it was already held back.
 *
 * @throws AppError 409 when nothing is paused, 404
 */
export async function resumeBriefings(ctx: Context, id: number, by: By): Promise<void> {
  const subscriber = await getPaused(ctx.db, id);
  const pause = currentPause(ctx, subscriber);
  if (!pause) throw new AppError(409, pauseMessages.notPaused);
  const yesterday = addDays(localDateAt(ctx.clock.now(), subscriber.timezone), -1);
  // Past dates stay, so that the account and the team see why nothing came.
  const left = pause.from <= yesterday ? { from: pause.from, until: yesterday } : null;
  await storePause(ctx, id, { pause: left, action: "briefings.resumed" }, by);
}

/** Restores dates that are missing after a restore; null removes them. */
export async function restorePause(
  ctx: Context,
  id: number,
  pause: PauseDates | null,
): Promise<void> {
  const stored = datesOf(await getPaused(ctx.db, id));
  if (stored?.from === pause?.from && stored?.until === pause?.until) return;
  const action = pause ? "briefings.paused" : "briefings.resumed";
  await storePause(ctx, id, { pause, action }, { actor: "system", via: "restore" });
}

async function getPaused(db: Pick<Transaction, "subscriber">, id: number) {
  const found = await db.subscriber.findUnique({
    where: { id },
    select: { timezone: true, pausedFrom: true, pausedUntil: true },
  });
  if (!found) throw new AppError(404, personMessages.notFound);
  return found;
}

function datesOf({ pausedFrom, pausedUntil }: Paused): PauseDates | null {
  if (!pausedFrom || !pausedUntil) return null;
  return { from: fromDatabaseDate(pausedFrom), until: fromDatabaseDate(pausedUntil) };
}

async function storePause(
  ctx: Context,
  id: number,
  { pause, action }: { pause: PauseDates | null; action: "briefings.paused" | "briefings.resumed" },
  { actor, why, via }: By,
): Promise<void> {
  const records = await ctx.db.$transaction(async (tx) => {
    const before = datesOf(await getPaused(tx, id));
    await tx.subscriber.update({
      where: { id },
      data: {
        pausedFrom: pause && toDatabaseDate(pause.from),
        pausedUntil: pause && toDatabaseDate(pause.until),
        updatedAt: ctx.clock.now(),
      },
      select: { id: true },
    });
    await recordAudit(ctx, tx, {
      actor,
      action,
      subject: `subscriber:${id}`,
      detail: {
        before: before && { first: before.from, last: before.until },
        after: pause && { first: pause.from, last: pause.until },
        ...(why !== undefined && { why }),
        ...(via && { via }),
      },
    });
    return recordPause(ctx, tx, id);
  });
  await keepChoices(ctx, records);
}
