import { fromDatabaseDate, toDatabaseDate } from "@/lib/calendar/days";
import type { Context, Settings } from "../../context";
import { londonToday } from "../../posts/post-dates";
import { previewOf } from "../../posts/post-views";
import { listBriefingPosts } from "./editions";
import { composeSmsText } from "./sms-text";

export type LatestBriefingView = {
  /** YYYY-MM-DD */
  localDate: string;
  /** The text, with the post's link. */
  smsText: string;
  /** The post in the email; null if that date has none. */
  post: { slug: string; title: string; preview: string } | null;
};

/** The newest briefing whose date has begun in London and that may be sent, or was; null without one. */
export async function findLatestBriefing(
  ctx: Pick<Context, "db" | "clock"> & { settings: Pick<Settings, "siteUrl"> },
): Promise<LatestBriefingView | null> {
  const today = toDatabaseDate(londonToday(ctx.clock.now()));
  const [message] = await ctx.db.$queryRaw<{ localDate: Date; message: string }[]>`
    SELECT local_date AS "localDate", message FROM daily_messages
    WHERE is_active AND local_date <= ${today} AND (may_be_sent(local_date)
      OR EXISTS (SELECT 1 FROM editions e WHERE e.local_date = daily_messages.local_date))
    ORDER BY local_date DESC, id DESC LIMIT 1`;
  if (!message) return null;
  const localDate = fromDatabaseDate(message.localDate);
  const [post = null] = await listBriefingPosts(ctx, localDate);
  return {
    localDate,
    smsText: composeSmsText(message.message, post?.slug ?? null, ctx.settings.siteUrl),
    post: post && { slug: post.slug, title: post.title, preview: previewOf(post.content) },
  };
}
