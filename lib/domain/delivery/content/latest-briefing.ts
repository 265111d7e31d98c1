import { fromDatabaseDate, toDatabaseDate } from "@/lib/contracts/calendar";
import type { Context, Settings } from "../../context";
import { londonToday } from "../../posts/post-dates";
import { previewOf } from "../../posts/post-views";
import { composeSmsText } from "./sms-text";

/** A briefing as its readers' phones showed it. */
export type LatestBriefingView = {
  /** YYYY-MM-DD */
  localDate: string;
  /** The text message, the post's address included. */
  smsText: string;
  /** What the e-mail began with; null when that date has no post. */
  post: { slug: string; title: string; preview: string } | null;
};

/**
 * The newest briefing whose date has begun in London, or null when there is none. Of a date's
 * posts it is the one created last, as in the briefing itself.
 */
export async function findLatestBriefing(
  ctx: Pick<Context, "db" | "clock"> & { settings: Pick<Settings, "siteUrl"> },
): Promise<LatestBriefingView | null> {
  const today = toDatabaseDate(londonToday(ctx.clock.now()));
  const message = await ctx.db.dailyMessage.findFirst({
    where: { isActive: true, localDate: { lte: today } },
    orderBy: [{ localDate: "desc" }, { id: "desc" }],
    select: { localDate: true, message: true },
  });
  if (!message) return null;
  const post = await ctx.db.post.findFirst({
    where: { localDate: message.localDate, deletedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { slug: true, title: true, content: true },
  });
  return {
    localDate: fromDatabaseDate(message.localDate),
    smsText: composeSmsText(message.message, post?.slug ?? null, ctx.settings.siteUrl),
    post: post && { slug: post.slug, title: post.title, preview: previewOf(post.content) },
  };
}
