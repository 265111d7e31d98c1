import type {
  BriefingPostView,
  BriefingPreviewInput,
  BriefingPreviewView,
} from "@/lib/contracts/briefings";
import { storiesOf } from "@/lib/markdown/stories";
import type { Context } from "../../context";
import { findActiveMessage } from "../../daily-messages/daily-messages";
import { findGap } from "../../daily-messages/days-off";
import { requireFitsInText } from "../../daily-messages/message-length";
import { unsubscribeUrlPlaceholder, type BriefingContent } from "../../ports/briefing-renderer";
import { linesOf } from "./lines";
import { findVersion } from "./approvals";
import {
  composeBriefing,
  listBriefingPosts,
  type BriefingPost,
  type ComposedBriefing,
} from "./editions";

/**
 * Composes a briefing that needn't be saved. Unsubscribe links go to the account page instead.
 *
 * @throws AppError 400 if the message couldn't be saved, because it doesn't fit in one text
 */
export async function composeUnsaved(
  ctx: Pick<Context, "briefing" | "settings">,
  content: BriefingContent,
): Promise<ComposedBriefing> {
  requireFitsInText(ctx.settings.siteUrl, content.message);
  const composed = await composeBriefing(ctx, content);
  const accountUrl = `${ctx.settings.siteUrl}/account`;
  return {
    ...composed,
    emailHtml: composed.emailHtml.replaceAll(unsubscribeUrlPlaceholder, accountUrl),
    emailText: composed.emailText.replaceAll(unsubscribeUrlPlaceholder, accountUrl),
  };
}

/** A briefing as subscribers of that date would get it. Throws like `composeUnsaved`. */
export async function previewBriefing(
  ctx: Pick<Context, "db" | "briefing" | "settings">,
  { date, message: written, post: unsaved }: BriefingPreviewInput,
): Promise<BriefingPreviewView> {
  const [posts, gap, version, message] = await Promise.all([
    listBriefingPosts(ctx, date),
    findGap(ctx, date),
    findVersion(ctx, date),
    written ?? findActiveMessage(ctx, date),
  ]);
  const [savedPost = null, ...others] = posts;
  const post = unsaved ?? savedPost;
  const briefing =
    message === null ? null : await composeUnsaved(ctx, { localDate: date, message, post, gap });
  return {
    smsText: briefing?.smsText ?? null,
    email: briefing && {
      subject: briefing.emailSubject,
      html: briefing.emailHtml,
      text: briefing.emailText,
    },
    version,
    lines: message === null ? [] : linesOf(message),
    headings: post ? storiesOf(post.content).map(({ heading }) => heading) : [],
    page: post && {
      slug: post.slug,
      title: post.title,
      content: post.content,
      readTime: post.readTime,
    },
    post: savedPost && toView(savedPost),
    otherPosts: others.map(toView),
  };
}

function toView({ id, slug, title }: BriefingPost): BriefingPostView {
  return { id, slug, title };
}
