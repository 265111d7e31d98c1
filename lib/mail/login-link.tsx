import type { LoginLinkNotice, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { emailFooter, loginEmail as messages } from "@/lib/messages/emails";
import { noticeText } from "./notice-text";
import { MailButton, MailLink, renderMailHtml } from "./shell";
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
    preview: expiry,
    label: messages.label,
    footer,
    body: (
      <>
        <h1 className="ink" style={{ ...mailType.title, margin: "28px 0 20px" }}>
          {messages.title}
        </h1>
        <p className="ink" style={{ ...mailType.body, margin: 0 }}>
          {expiry}
        </p>
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
