import { Prisma } from "@/lib/platform/database/database";
import { localDateAt } from "@/lib/calendar/days";

/** Posts that are in a briefing, and on the site once their date has come: neither drafts nor deleted. */
export const released = { deletedAt: null, isDraft: false } as const;

/** Like `released`, for rows `p` of `posts`. */
export const releasedSql = Prisma.sql`(p.deleted_at IS NULL AND NOT p.is_draft)`;

/** Today in London (YYYY-MM-DD), the first of our time zones to reach a post's date. */
export function londonToday(now: Date): string {
  return localDateAt(now, "Europe/London");
}

/** Whether a post's date (YYYY-MM-DD) hasn't begun in London yet. */
export function isScheduled(localDate: string, now: Date): boolean {
  return localDate > londonToday(now);
}
