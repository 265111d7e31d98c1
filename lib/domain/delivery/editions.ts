import { createHash } from "node:crypto";
import { toDatabaseDate } from "@/lib/contracts/dates";
import type { Transaction } from "@/lib/platform/database/database";
import type { Context } from "../context";
import type { BriefingContent } from "../ports/briefing-renderer";
import { composeSmsText } from "./sms-text";

/** What one date's readers get, as it would be frozen at this moment. */
export type ComposedEdition = {
  dailyMessageId: number;
  postId: number | null;
  contentHash: string;
  smsText: string;
  emailSubject: string;
  emailHtml: string;
  emailText: string;
};

/** The same page in ASCII: safe in any transfer, and half the memory of a worker's strings. */
function toAsciiHtml(html: string): string {
  return html.replace(/[\u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/**
 * Composes a date's briefing from its active message and, of that date's posts, the one created
 * last. Null when the date has no active message.
 */
export async function composeEdition(
  ctx: Context,
  localDate: string,
): Promise<ComposedEdition | null> {
  const date = toDatabaseDate(localDate);
  const message = await ctx.db.dailyMessage.findFirst({
    where: { localDate: date, isActive: true },
    select: { id: true, message: true },
  });
  if (!message) return null;
  const post = await ctx.db.post.findFirst({
    where: { localDate: date, deletedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, slug: true, title: true, content: true, readTime: true },
  });
  const content: BriefingContent = { localDate, message: message.message, post };
  const { siteUrl } = ctx.settings;
  const mail = await ctx.briefing.render(content, siteUrl);
  const emailHtml = toAsciiHtml(mail.html);
  const smsText = composeSmsText(message.message, post?.slug ?? null, siteUrl);
  const contentHash = createHash("sha256")
    .update(JSON.stringify([smsText, mail.subject, emailHtml, mail.text]))
    .digest("hex");
  return {
    dailyMessageId: message.id,
    postId: post?.id ?? null,
    contentHash,
    smsText,
    emailSubject: mail.subject,
    emailHtml,
    emailText: mail.text,
  };
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
