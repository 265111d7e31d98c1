import type { LoginLinkNotice, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { emailFooter, loginEmail as messages } from "@/lib/messages/emails";
import { noticeText } from "./notice-text";
import { MailButton, MailLink, Opening, renderMailHtml } from "./shell";
import { mailType } from "./theme";

/** The login link: as a button and in full, how long it works, and where it was requested. */
export async function renderLoginLink(notice: LoginLinkNotice): Promise<RenderedNotice> {
  const { siteUrl, email, link, minutes } = notice;
  const { subject } = messages;
  const expiry = messages.expiry(minutes);
  const requestedFrom = messages.requestedFrom(notice.requestedFrom);
  const footer = `${messages.reason(email)} ${emailFooter.questions}`;
  const html = renderMailHtml({
    siteUrl,
    title: subject,
    label: messages.label,
    footer,
    body: (
      <>
        <Opening>{expiry}</Opening>
        <MailButton href={link}>{messages.submit}</MailButton>
        <p className="quiet" style={{ ...mailType.label, margin: "20px 0 0" }}>
          {messages.fallback}
          <br />
          <MailLink href={link}>{link}</MailLink>
        </p>
        <p className="quiet" style={{ ...mailType.label, margin: "20px 0 0" }}>
          {requestedFrom}
        </p>
      </>
    ),
  });
  const text = noticeText({
    paragraphs: [messages.open, link, expiry, requestedFrom],
    footer,
  });
  return { subject, html, text };
}
