import { addDays, fromDatabaseDate, localDateAt, toDatabaseDate } from "@/lib/contracts/calendar";
import { maxPauseDays } from "@/lib/contracts/admin/person";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../../audit";
import type { Context } from "../../context";
import { getAddressed, type By } from "./find-person";

/**
 * Sends nothing to a subscriber on these dates, first and last included. Replaces an earlier pause.
 * Billing continues.
 *
 * @throws AppError 400 for dates in the wrong order, in the past, or too far apart; 404
 */
export async function pauseBriefings(
  ctx: Context,
  id: number,
  { from, until, actor, why }: By & { from: string; until: string },
): Promise<void> {
  const { timezone, ...before } = await getAddressed(ctx, id);
  const refuse = (message: string) => new AppError(400, message, { field: "until" });
  if (until < from) throw refuse(personMessages.pauseOrder);
  if (until < localDateAt(ctx.clock.now(), timezone)) throw refuse(personMessages.pauseOver);
  if (until > addDays(from, maxPauseDays)) throw refuse(personMessages.pauseTooLong);
  await ctx.db.$transaction(async (tx) => {
    await tx.subscriber.update({
      where: { id },
      data: {
        pausedFrom: toDatabaseDate(from),
        pausedUntil: toDatabaseDate(until),
        updatedAt: ctx.clock.now(),
      },
      select: { id: true },
    });
    await recordAudit(ctx, tx, {
      actor,
      action: "briefings.paused",
      subject: `subscriber:${id}`,
      detail: { before: toDates(before), after: { first: from, last: until }, why },
    });
  });
}

/**
 * Ends a subscriber's pause, or removes one that hasn't begun. A briefing whose window is open is
 * still sent, unless it was held back already.
 *
 * @throws AppError 409 when nothing is paused, 404
 */
export async function resumeBriefings(ctx: Context, id: number, { actor, why }: By): Promise<void> {
  const { pausedFrom, pausedUntil, timezone } = await getAddressed(ctx, id);
  const today = localDateAt(ctx.clock.now(), timezone);
  if (!pausedFrom || !pausedUntil || fromDatabaseDate(pausedUntil) < today) {
    throw new AppError(409, personMessages.notPaused);
  }
  const yesterday = toDatabaseDate(addDays(today, -1));
  // What is over stays, so that the account and the team see why nothing came.
  const left =
    pausedFrom <= yesterday
      ? { pausedFrom, pausedUntil: yesterday }
      : { pausedFrom: null, pausedUntil: null };
  await ctx.db.$transaction(async (tx) => {
    await tx.subscriber.update({
      where: { id },
      data: { ...left, updatedAt: ctx.clock.now() },
      select: { id: true },
    });
    await recordAudit(ctx, tx, {
      actor,
      action: "briefings.resumed",
      subject: `subscriber:${id}`,
      detail: {
        before: toDates({ pausedFrom, pausedUntil }),
        after: toDates(left),
        why,
      },
    });
  });
}

/** A pause's dates for the audit log; null without one. */
function toDates(pause: { pausedFrom: Date | null; pausedUntil: Date | null }) {
  const { pausedFrom, pausedUntil } = pause;
  if (!pausedFrom || !pausedUntil) return null;
  return { first: fromDatabaseDate(pausedFrom), last: fromDatabaseDate(pausedUntil) };
}
