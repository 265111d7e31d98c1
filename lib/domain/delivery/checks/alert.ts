import { toDatabaseDate } from "@/lib/calendar/days";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import { editMessageAddress } from "@/lib/contracts/daily-messages";
import { operatorAlertMessages } from "@/lib/messages/operator-alerts";
import type { Context } from "../../context";
import { raiseAlert } from "../../outbox/operator-alerts";
import { isPastAlertTime } from "../monitoring/readiness";
import { findNextSlot } from "../schedule/find-slots";
import { checkBriefing, openChecks } from "./check-briefing";

/** Someone who saved this recently is still editing (minutes). */
const quietMinutes = 15;

/**
 * Alerts the operator, once per date, if on the evening before something in the briefing still has to be
 * fixed, looked at, or waived. Checks links that have no recent answer.
 */
export async function alertAboutChecks(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { localDate } = await findNextSlot(ctx);
  if (!isPastAlertTime(now, localDate)) return;
  const key = `checks:${localDate}`;
  const date = toDatabaseDate(localDate);
  const [row] = await ctx.db.$queryRaw<{ isDue: boolean }[]>`
    SELECT max(m.updated_at) < ${now}::timestamptz - make_interval(mins => ${quietMinutes}::int)
      AND bool_or(m.is_message) AND NOT EXISTS (SELECT 1 FROM operator_alerts WHERE key = ${key})
      AS "isDue"
    FROM (
      SELECT coalesce(updated_at, created_at) AS updated_at, true AS is_message
      FROM daily_messages WHERE local_date = ${date} AND is_active
      UNION ALL
      SELECT coalesce(updated_at, created_at), false
      FROM posts WHERE local_date = ${date} AND deleted_at IS NULL AND NOT is_draft) m`;
  if (!row?.isDue) return;
  const open = openChecks(await checkBriefing(ctx, { date: localDate }, "wait"));
  if (open.length === 0) return;
  const editorUrl = `${ctx.settings.siteUrl}${editMessageAddress(localDate)}`;
  await raiseAlert(ctx, {
    key,
    ...operatorAlertMessages.openChecks(formatLongWeekdayMonthDay(localDate), open, editorUrl),
  });
}
