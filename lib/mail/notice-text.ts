import { wrapText } from "@/lib/markdown/wrap-text";
import { emailFooter } from "@/lib/messages/emails";

/** Content of the text part of an email to one person. */
export type NoticeText = {
  paragraphs: readonly string[];
  /** Why the recipient gets this email; the postal address is added below it. */
  footer: string;
};

/** The text part of an email to one person, wrapped at 72 characters. */
export function noticeText({ paragraphs, footer }: NoticeText): string {
  const end = ["--", `${footer}\n${emailFooter.legal}`];
  return `${wrapText([...paragraphs, ...end].join("\n\n"), 72)}\n`;
}
