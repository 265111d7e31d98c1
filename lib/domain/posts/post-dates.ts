import { Prisma } from "@/lib/platform/database/database";
import { localDateAt, toDatabaseDate } from "@/lib/calendar/days";
import type { Clock } from "@/lib/platform/clock";

/** Posts that are in a briefing, and on the site once their date has come: neither drafts nor deleted. */
export const released = { deletedAt: null, isDraft: false } as const;

/** Like `released`, for rows `p` of `posts`. */
export const releasedSql = Prisma.sql`(p.deleted_at IS NULL AND NOT p.is_draft)`;

type Reading = { clock: Pick<Clock, "now"> };

/** Posts that readers can see now. */
export function publicNow({ clock }: Reading) {
  return { ...released, localDate: { lte: toDatabaseDate(londonToday(clock.now())) } };
}

/** Like `publicNow`, for rows `p` of `posts`. */
export function publicNowSql({ clock }: Reading): Prisma.Sql {
  return Prisma.sql`(${releasedSql} AND p.local_date <= ${londonToday(clock.now())}::date)`;
}

/** Today in London (YYYY-MM-DD), the first of our time zones to reach a post's date. */
export function londonToday(now: Date): string {
  return localDateAt(now, "Europe/London");
}

/** Whether a post's date (YYYY-MM-DD) hasn't begun in London yet. */
export function isScheduled(localDate: string, now: Date): boolean {
  return localDate > londonToday(now);
}
