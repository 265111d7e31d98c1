import type {
  BriefingPostView,
  BriefingPreviewInput,
  BriefingPreviewView,
} from "@/lib/contracts/briefings";
import type { Context } from "../../context";
import { requireFitsInText } from "../../daily-messages/message-length";
import { unsubscribeUrlPlaceholder } from "../../ports/briefing-renderer";
import {
  composeBriefing,
  listBriefingPosts,
  type BriefingPost,
  type ComposedBriefing,
} from "./editions";

/** A composed message, and the posts of its date, the included one first. */
export type UnsavedBriefing = { briefing: ComposedBriefing; posts: BriefingPost[] };

/**
 * Composes a message that needn't be saved. Unsubscribe links go to the account page instead.
 *
 * @throws AppError 400 if the message couldn't be saved, because it doesn't fit in one text
 */
export async function composeUnsaved(
  ctx: Pick<Context, "db" | "briefing" | "settings">,
  { date, message }: BriefingPreviewInput,
): Promise<UnsavedBriefing> {
  requireFitsInText(ctx.settings.siteUrl, message);
  const posts = await listBriefingPosts(ctx, date);
  const [post = null] = posts;
  const composed = await composeBriefing(ctx, { localDate: date, message, post });
  const accountUrl = `${ctx.settings.siteUrl}/account`;
  const briefing = {
    ...composed,
    emailHtml: composed.emailHtml.replaceAll(unsubscribeUrlPlaceholder, accountUrl),
    emailText: composed.emailText.replaceAll(unsubscribeUrlPlaceholder, accountUrl),
  };
  return { briefing, posts };
}

/** A briefing as subscribers of that date would get it. Throws as `composeUnsaved`. */
export async function previewBriefing(
  ctx: Pick<Context, "db" | "briefing" | "settings">,
  input: BriefingPreviewInput,
): Promise<BriefingPreviewView> {
  const { briefing, posts } = await composeUnsaved(ctx, input);
  const [post = null, ...otherPosts] = posts.map(toView);
  return {
    smsText: briefing.smsText,
    email: {
      subject: briefing.emailSubject,
      html: briefing.emailHtml,
      text: briefing.emailText,
    },
    post,
    otherPosts,
  };
}

function toView({ id, slug, title }: BriefingPost): BriefingPostView {
  return { id, slug, title };
}
