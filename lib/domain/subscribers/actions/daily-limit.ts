import { formatDateTimeIn } from "@/lib/calendar/format";
import { limits, unusualShare } from "@/lib/contracts/limits";
import { formatCount } from "@/lib/messages/counts";
import { personMessages } from "@/lib/messages/admin/person";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { AdminSession } from "../../auth/sessions";
import type { Context } from "../../context";
import { takeFromLimit, tooManyRequests } from "../../limits/rate-limit";
import { raiseAlert } from "../../outbox/operator-alerts";

/** More than any day can have, for a counter that refuses nothing. */
const uncounted = 2_000_000_000;

/**
 * Counts subscribers before an administrator or a token acts on them, which limits the damage of a careless
 * or stolen one. Actions that give something back, such as ending a pause, don't count. The operator is told
 * when the limit is reached, and when the whole team silences an unusual share within a day.
 *
 * @param action.silences whether they get fewer briefings
 * @throws AppError 429 if the day's limit doesn't have room for all of them; then none are counted
 */
export async function countActions(
  ctx: Context,
  caller: AdminSession,
  { people = 1, silences = false }: { people?: number; silences?: boolean } = {},
): Promise<void> {
  const { tokenId, adminId } = caller;
  const key = `team-actions:${tokenId === undefined ? `admin:${adminId}` : `token:${tokenId}`}`;
  const limit = limits.actionsOnSubscribersPerDay;
  const { isTaken, left, waitMs } = await takeFromLimit(ctx, key, people, limit);
  if (!isTaken || left === 0) {
    const until = new Date(ctx.clock.now().getTime() + waitMs);
    await raiseAlert(ctx, {
      key: `${key}:${until.toISOString()}`,
      ...operatorAlertMessages.teamActions(
        await nameOf(ctx, caller),
        formatCount(limit.hits),
        formatDateTimeIn(until, "America/New_York"),
      ),
    });
  }
  if (!isTaken) throw tooManyRequests(waitMs, personMessages.actionsPerDay(limit.hits, left));
  if (silences) await watchSilenced(ctx, people);
}

async function nameOf(ctx: Context, { tokenId: id, username }: AdminSession): Promise<string> {
  if (id === undefined) return username;
  const token = await ctx.db.apiToken.findUnique({ where: { id }, select: { name: true } });
  return `The API token “${token?.name ?? id}” of ${username}`;
}

async function watchSilenced(ctx: Context, people: number): Promise<void> {
  const limit = { hits: uncounted, windowMs: limits.actionsOnSubscribersPerDay.windowMs };
  const { left, waitMs } = await takeFromLimit(ctx, "team-silenced", people, limit);
  const silenced = uncounted - left;
  if (silenced < unusualShare.people) return;
  if (silenced * 100 < (await ctx.db.subscriber.count()) * unusualShare.percent) return;
  const until = new Date(ctx.clock.now().getTime() + waitMs);
  await raiseAlert(ctx, {
    key: `team-silenced:${until.toISOString()}`,
    ...operatorAlertMessages.teamSilenced(
      formatCount(silenced),
      `${ctx.settings.siteUrl}/admin/audit`,
    ),
  });
}
