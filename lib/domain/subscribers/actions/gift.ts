import { addDays, localDateAt } from "@/lib/calendar/days";
import { personMessages } from "@/lib/messages/admin/person";
import { AppError } from "@/lib/platform/app-error";
import { recordAudit } from "../../audit";
import { findCurrentSubscription } from "../../billing/status";
import type { Context } from "../../context";
import { getAddressed, type By } from "./find-person";

const longestGiftDays = 731;

/**
 * Gives someone the briefing for free, through a date in their time zone. A second gift replaces the first
 * one's date.
 *
 * @param gift.until YYYY-MM-DD
 * @throws AppError 400 for a date that is past or too far away, 409 for someone with a running subscription,
 *   404
 */
export async function giveBriefing(
  ctx: Context,
  id: number,
  { until, actor, why }: By & { until: string },
): Promise<void> {
  await getAddressed(ctx, id);
  const now = ctx.clock.now();
  await ctx.db.$transaction(async (tx) => {
    const [person] = await tx.$queryRaw<{ timezone: string }[]>`
      SELECT timezone FROM subscribers WHERE id = ${id} FOR UPDATE`;
    const today = localDateAt(now, person?.timezone);
    if (until < today || until > addDays(today, longestGiftDays)) {
      throw new AppError(400, personMessages.giftDate, { field: "until" });
    }
    const current = await findCurrentSubscription(tx, id);
    if (current && current.status !== "canceled")
      throw new AppError(409, personMessages.isSubscribed);
    const before = current?.giftReason ? current.accessEndsAt : null;
    if (before)
      await tx.subscription.delete({ where: { id: current?.id ?? 0 }, select: { id: true } });
    await tx.$executeRaw`
      INSERT INTO subscriptions (subscriber_id, status, canceled_at, access_ends_at, gift_reason, created_at)
      SELECT id, 'canceled', ${now}, (${until}::date + 1)::timestamp AT TIME ZONE timezone, ${why}, ${now}
      FROM subscribers WHERE id = ${id}`;
    await recordAudit(ctx, tx, {
      actor,
      action: "briefing.given",
      subject: `subscriber:${id}`,
      detail: {
        before: { until: before && localDateAt(before, person?.timezone) },
        after: { until },
        why,
      },
    });
  });
}
