import { brand } from "@/lib/brand";
import { unsubscribeUrlPlaceholder } from "@/lib/domain/ports/briefing-renderer";
import { writeRoot } from "@/lib/markdown/plain-text";
import { wrapText } from "@/lib/markdown/wrap-text";
import type { BriefingHtml } from "./briefing-email";
import { briefingEmail as messages, emailFooter } from "@/lib/messages/emails";

const width = 72;
const rule = "-".repeat(width);

/** Content of the text part of a briefing. */
export type BriefingText = Omit<BriefingHtml, "subject" | "lead"> & { message: string };

function postText(post: NonNullable<BriefingText["post"]>): string[] {
  const body = writeRoot(post.content, { width, baseUrl: post.url });
  return [
    wrapText(post.title, width),
    body,
    `${post.isCut ? messages.continueReading : messages.readMore}: ${post.url}`,
    post.isCut ? messages.isCut : messages.readOnWeb,
  ].filter((part) => part !== "");
}

function footer(siteUrl: string): string {
  return [
    wrapText(messages.reason, width),
    "",
    `${messages.account}: ${siteUrl}/account`,
    `${messages.unsubscribe}: ${unsubscribeUrlPlaceholder}`,
    "",
    wrapText(messages.billing, width),
    wrapText(emailFooter.legal, width),
  ].join("\n");
}

/** The text part of a briefing: the message, then the post, wrapped at 72 characters. */
export function briefingText({ siteUrl, dateline, message, post, gap }: BriefingText): string {
  const parts = [
    wrapText(message.replaceAll("\r\n", "\n").trim(), width),
    ...(post ? [rule, ...postText(post)] : []),
    ...(gap === null ? [] : [rule, wrapText(gap, width)]),
    rule,
    `${brand.name} · ${dateline}`,
    footer(siteUrl),
  ];
  return `${parts.join("\n\n")}\n`;
}
