import { createHash } from "node:crypto";
import { toDatabaseDate } from "@/lib/contracts/calendar";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../../context";
import type { BriefingContent } from "../../ports/briefing-renderer";
import { composeSmsText } from "./sms-text";

/** What readers get of a message and a post, as it would be frozen at this moment. */
export type ComposedBriefing = {
  smsText: string;
  emailSubject: string;
  emailHtml: string;
  emailText: string;
};

/** What one date's readers get, as it would be frozen at this moment. */
export type ComposedEdition = ComposedBriefing & {
  dailyMessageId: number;
  postId: number | null;
  contentHash: string;
};

/** A post as a briefing carries it. */
export type BriefingPost = NonNullable<BriefingContent["post"]> & { id: number };

/** The same page in ASCII: safe in any transfer. */
function toAsciiHtml(html: string): string {
  return html.replace(/[\u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** The posts of a date, the one that its briefing carries first: the one created last. */
export function listBriefingPosts(
  ctx: Pick<Context, "db">,
  localDate: string,
): Promise<BriefingPost[]> {
  return ctx.db.post.findMany({
    where: { localDate: toDatabaseDate(localDate), deletedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, slug: true, title: true, content: true, readTime: true },
  });
}

/** Composes what readers get; with placeholders where each reader's own links stand. */
export async function composeBriefing(
  ctx: Pick<Context, "briefing" | "settings">,
  content: BriefingContent,
): Promise<ComposedBriefing> {
  const { siteUrl } = ctx.settings;
  const mail = await ctx.briefing.render(content, siteUrl);
  return {
    smsText: composeSmsText(content.message, content.post?.slug ?? null, siteUrl),
    emailSubject: mail.subject,
    emailHtml: toAsciiHtml(mail.html),
    emailText: mail.text,
  };
}

/**
 * Composes a date's briefing from its active message and, of that date's posts, the one created
 * last. Null when the date has no active message.
 */
export async function composeEdition(
  ctx: Context,
  localDate: string,
): Promise<ComposedEdition | null> {
  const message = await ctx.db.dailyMessage.findFirst({
    where: { localDate: toDatabaseDate(localDate), isActive: true },
    select: { id: true, message: true },
  });
  if (!message) return null;
  const [post = null] = await listBriefingPosts(ctx, localDate);
  const composed = await composeBriefing(ctx, { localDate, message: message.message, post });
  const { smsText, emailSubject, emailHtml, emailText } = composed;
  const contentHash = createHash("sha256")
    .update(JSON.stringify([smsText, emailSubject, emailHtml, emailText]))
    .digest("hex");
  return { ...composed, dailyMessageId: message.id, postId: post?.id ?? null, contentHash };
}

/**
 * Freezes a composed briefing as an edition of its date, or finds the edition that already says
 * exactly the same. Numbers count from 1.
 *
 * @returns the edition's id
 */
export async function freezeEdition(
  tx: Transaction,
  localDate: string,
  composed: ComposedEdition,
  now: Date,
): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`edition:${localDate}`}))`;
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
      createdAt: now,
    },
    select: { id: true },
  });
  return edition.id;
}
