import { brand } from "@/lib/brand";
import { unsubscribeUrlPlaceholder } from "@/lib/domain/ports/briefing-renderer";
import { markdownToPlainText } from "@/lib/markdown/plain-text";
import { wrapText } from "@/lib/markdown/wrap-text";

const width = 72;
const rule = "-".repeat(width);

/** What the text part of a briefing is written from. */
export type BriefingText = {
  siteUrl: string;
  /** Such as `Wed, November 18`. */
  dateline: string;
  message: string;
  post: { title: string; url: string; content: string; isCut: boolean } | null;
};

function postText(post: NonNullable<BriefingText["post"]>): string[] {
  const body = markdownToPlainText(post.content, { width, baseUrl: post.url });
  return [rule, body, `${post.isCut ? "Continue reading" : "Read more"}: ${post.url}`].filter(
    (part) => part !== "",
  );
}

function footer(siteUrl: string): string {
  return [
    wrapText(
      `You get this because you subscribed to ${brand.name}: three headlines every weekday by 8:00 in your own timezone.`,
      width,
    ),
    "",
    `Account and timezone: ${siteUrl}/account`,
    `Stop these emails: ${unsubscribeUrlPlaceholder}`,
    "",
    "Stopping emails does not cancel billing: do that in your account.",
    wrapText(`${brand.postalAddress}. News, not investment advice.`, width),
  ].join("\n");
}

/** The text part of a briefing: the message as typed, then the post, wrapped at 72. */
export function briefingText({ siteUrl, dateline, message, post }: BriefingText): string {
  const title = post ? wrapText(post.title, width) : null;
  const parts = [
    `${brand.name} · ${dateline}`,
    ...(title === null ? [] : [title]),
    message.replaceAll("\r\n", "\n").trim(),
    ...(post ? postText(post) : []),
    rule,
    footer(siteUrl),
  ];
  return `${parts.join("\n\n")}\n`;
}
