import { brand } from "@/lib/brand";
import { wrapText } from "@/lib/markdown/wrap-text";

/** What the text part of a mail to one person is written from. */
export type NoticeText = {
  paragraphs: readonly string[];
  /** Why the reader gets this; the postal address follows by itself. */
  footer: string;
};

/** The text part of a mail to one person, wrapped at 72. */
export function noticeText({ paragraphs, footer }: NoticeText): string {
  const end = ["--", `${footer}\n${brand.postalAddress}. News, not investment advice.`];
  return `${wrapText([...paragraphs, ...end].join("\n\n"), 72)}\n`;
}
