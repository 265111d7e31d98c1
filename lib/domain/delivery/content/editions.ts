import { createHash } from "node:crypto";
import { toDatabaseDate } from "@/lib/calendar/days";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import { findGap } from "../../daily-messages/days-off";
import type { BriefingContent } from "../../ports/briefing-renderer";
import { released } from "../../posts/post-dates";
import { composeSmsText } from "./sms-text";

/** A message and post as they would be frozen now. */
export type ComposedBriefing = {
  smsText: string;
  emailSubject: string;
  emailHtml: string;
  emailText: string;
};

/** A date's briefing as it would be frozen now. */
type ComposedEdition = ComposedBriefing & {
  dailyMessageId: number;
  postId: number | null;
  contentHash: string;
};

export type BriefingPost = NonNullable<BriefingContent["post"]> & { id: number };

/** The posts of a date, newest first; the briefing includes the first one. */
export function listBriefingPosts(
  ctx: { db: Transaction },
  localDate: string,
): Promise<BriefingPost[]> {
  return ctx.db.post.findMany({
    where: { localDate: toDatabaseDate(localDate), ...released },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      slug: true,
      title: true,
      content: true,
      readTime: true,
      emailSubject: true,
    },
  });
}

/** Composes a briefing, with placeholders for each subscriber's own links. */
export async function composeBriefing(
  ctx: Pick<Context, "briefing" | "settings">,
  content: BriefingContent,
): Promise<ComposedBriefing> {
  const { siteUrl } = ctx.settings;
  const email = await ctx.briefing.render(content, siteUrl);
  return {
    smsText: composeSmsText(content.message, content.post?.slug ?? null, siteUrl),
    emailSubject: email.subject,
    emailHtml: email.html,
    emailText: email.text,
  };
}

type Message = { id: number; message: string };

/**
 * Waits for all changes to messages, posts, and days off that are in progress, and holds later ones until the
 * transaction ends. Triggers on the tables (`hold_editions`) share this lock.
 */
export async function lockContent(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('editions'))`;
}

/**
 * Composes a date's briefing from its active message, or a former one, and its newest post, once every edit
 * in progress is saved; later edits wait until the transaction ends. Null without an active message, on a day
 * off, or while a required approval is missing.
 */
async function composeEdition(
  ctx: Context,
  tx: Transaction,
  localDate: string,
  former?: Message,
): Promise<ComposedEdition | null> {
  const findMessage = async () => {
    if (former) return former;
    const [row] = await tx.$queryRaw<Message[]>`
      SELECT id, message FROM daily_messages
      WHERE local_date = ${toDatabaseDate(localDate)} AND is_active AND may_be_sent(local_date)`;
    return row;
  };
  if (!(await findMessage())) return null;
  await lockContent(tx);
  const message = await findMessage();
  if (!message) return null;
  const [post = null] = await listBriefingPosts({ db: tx }, localDate);
  const gap = await findGap({ db: tx }, localDate);
  const composed = await composeBriefing(ctx, { localDate, message: message.message, post, gap });
  const { smsText, emailSubject, emailHtml, emailText } = composed;
  const contentHash = createHash("sha256")
    .update(JSON.stringify([smsText, emailSubject, emailHtml, emailText]))
    .digest("hex");
  return { ...composed, dailyMessageId: message.id, postId: post?.id ?? null, contentHash };
}

/**
 * Freezes a date's current briefing as an edition, or finds the edition with the same content. Editions of a
 * date are numbered from 1.
 *
 * @param former an earlier version of its message, to use instead
 * @returns the edition's id; null when the date has no active message that may be sent
 */
export async function freezeEdition(
  ctx: Context,
  tx: Transaction,
  localDate: string,
  former?: Message,
): Promise<number | null> {
  const composed = await composeEdition(ctx, tx, localDate, former);
  if (!composed) return null;
  const date = toDatabaseDate(localDate);
  const same = await tx.edition.findUnique({
    where: { localDate_contentHash: { localDate: date, contentHash: composed.contentHash } },
    select: { id: true },
  });
  if (same) return same.id;
  const latest = await tx.edition.aggregate({ where: { localDate: date }, _max: { number: true } });
  const edition = await tx.edition.create({
    data: {
      ...composed,
      localDate: date,
      number: (latest._max.number ?? 0) + 1,
      createdAt: ctx.clock.now(),
    },
    select: { id: true },
  });
  return edition.id;
}
