import type {
  BriefingPostView,
  BriefingPreviewInput,
  BriefingPreviewView,
} from "@/lib/contracts/briefings";
import type { Context } from "../../context";
import { unsubscribeUrlPlaceholder } from "../../ports/briefing-renderer";
import {
  composeBriefing,
  listBriefingPosts,
  type BriefingPost,
  type ComposedBriefing,
} from "./editions";

/** What `composeUnsaved` gives. */
export type UnsavedBriefing = { briefing: ComposedBriefing; posts: BriefingPost[] };

/**
 * Composes what the readers of a date would get of a message, saved or not. Where a reader's own
 * unsubscribe address would stand there is the account's.
 *
 * @returns the posts of the date too, the one that is carried first
 */
export async function composeUnsaved(
  ctx: Pick<Context, "db" | "briefing" | "settings">,
  { date, message }: BriefingPreviewInput,
): Promise<UnsavedBriefing> {
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

/** A message and a date as their readers would get them: text and mail, with the date's post. */
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
