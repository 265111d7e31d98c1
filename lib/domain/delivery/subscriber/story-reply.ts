import { addDays, localDateAt } from "@/lib/calendar/days";
import { storiesOf } from "@/lib/markdown/stories";
import { storyMark } from "@/lib/messages/texts";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { InboundText } from "../../ports/provider-reports";
import { readStoryNumber } from "../../contact/texts/read-reply";
import { findSuppressionOf } from "../../contact/texts/service-text";
import { countStory } from "../../contact/texts/text-limits";
import { releasedSql } from "../../posts/post-dates";

/** A story takes at most this many segments. */
const maxSegments = 3;

/** How many days after a briefing a reply still gets its stories. */
const repliesDays = 7;

/** An abbreviation or a number of a list, after which no sentence ends although the segmenter says so. */
const notAnEnd =
  /(?:^|[\s(])(?:(?:\p{Lu}\.)*\p{Lu}|Mr|Mrs|Ms|Dr|St|Inc|Corp|Co|Ltd|vs|No|\d+)\.\s*$/u;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

type Post = { slug: string; content: string };

/**
 * A story as a text: all of it if it fits, or else its beginning, up to the end of a sentence, and the
 * post's address.
 */
export function composeStory(
  ctx: { sms: Pick<Context["sms"], "countSegments">; settings: { siteUrl: string } },
  number: number,
  { slug, content }: Post,
): string {
  const link = `${ctx.settings.siteUrl}/r/${slug}`;
  const fits = (text: string) => ctx.sms.countSegments(text) <= maxSegments;
  const story = storiesOf(content)[number - 1];
  if (!story) return `${storyMark(number)}${link}`;
  const whole = toPlain(`${storyMark(number)}${story.heading}\n${story.body}`.trim());
  if (fits(whole)) return whole;
  let text = "";
  let kept = "";
  for (const { segment } of sentences.segment(whole)) {
    text += segment;
    if (!fits(`${text.trim()}\n${link}`)) break;
    if (!notAnEnd.test(text)) kept = text;
  }
  return kept === "" ? `${storyMark(number)}${link}` : `${kept.trim()}\n${link}`;
}

/** Without characters outside the basic alphabet that have a plain form: one makes a text cost twice as much. */
function toPlain(text: string): string {
  return text
    .replaceAll(/\n{2,}/g, "\n")
    .replaceAll(/[‘’′]/g, "'")
    .replaceAll(/[“”″]/g, '"')
    .replaceAll(/[‑–—−•]/g, "-")
    .replaceAll("…", "...")
    .replaceAll(/[\u00A0\u202F]/g, " ");
}

/** The post of the last briefing that a number got by text, if there is one and it wasn't long ago. */
async function findLastPost(ctx: Context, phoneNumber: string): Promise<Post | null> {
  const today = localDateAt(ctx.clock.now(), "UTC");
  const [found] = await ctx.db.$queryRaw<{ [Name in keyof Post]: Post[Name] | null }[]>`
    SELECT p.slug, p.content
    FROM subscribers s
    JOIN deliveries d ON d.subscriber_id = s.id AND d.channel = 'sms' AND d.state = 'accepted'
      AND d.local_date >= ${addDays(today, -repliesDays)}::date
    JOIN editions e ON e.id = d.edition_id
    LEFT JOIN posts p ON p.id = e.post_id AND ${releasedSql}
      AND may_be_sent(e.local_date)
    WHERE s.phone = ${phoneNumber}
    ORDER BY d.local_date DESC LIMIT 1`;
  const { slug = null, content = null } = found ?? {};
  return slug !== null && content !== null ? { slug, content } : null;
}

/**
 * The story that someone asked for by replying 1, 2, or 3 to a briefing's text. Null for other texts,
 * when the number got no briefing lately or replied STOP, and when a limit or the daily budget is used
 * up.
 */
export async function replyWithStory(
  ctx: Context,
  tx: Transaction,
  text: InboundText,
): Promise<string | null> {
  const number = text.handledAs ? null : readStoryNumber(text.body);
  if (number === null || (await findSuppressionOf({ db: tx }, text.from)) !== null) return null;
  const post = await findLastPost(ctx, text.from);
  if (!post || !(await countStory(ctx, text.from))) return null;
  return composeStory(ctx, number, post);
}
