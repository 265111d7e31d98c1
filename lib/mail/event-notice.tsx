import type { EventNotice, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { emailFooter } from "@/lib/messages/emails";
import {
  addressChangedEmail,
  confirmAddressEmail,
  deliveryAddressEmail,
} from "@/lib/messages/event-emails";
import { noticeText } from "./notice-text";
import { MailButton, renderMailHtml } from "./shell";
import { mailType } from "./theme";

type Content = {
  subject: string;
  label: string;
  title: string;
  paragraphs: readonly string[];
  button?: { text: string; href: string };
  /** Below the button, in small print. */
  small?: readonly string[];
  reason: string;
};

/** An email about something that happened to a sign-up or an account. */
export async function renderEvent(notice: EventNotice): Promise<RenderedNotice> {
  const { subject, label, title, paragraphs, button, small = [], reason } = contentOf(notice);
  const footer = `${reason} ${emailFooter.questions}`;
  const html = renderMailHtml({
    siteUrl: notice.siteUrl,
    title: subject,
    preview: paragraphs[0] ?? title,
    label,
    footer,
    body: (
      <>
        <h1 className="ink" style={{ ...mailType.title, margin: "28px 0 20px" }}>
          {title}
        </h1>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="ink" style={{ ...mailType.body, margin: "0 0 16px" }}>
            {paragraph}
          </p>
        ))}
        {button && <MailButton href={button.href}>{button.text}</MailButton>}
        {small.map((line) => (
          <p key={line} className="quiet" style={{ ...mailType.label, margin: "20px 0 0" }}>
            {line}
          </p>
        ))}
      </>
    ),
  });
  const link = button ? [`${button.text}: ${button.href}`] : [];
  const text = noticeText({ paragraphs: [...paragraphs, ...link, ...small], footer });
  return { subject, html, text };
}

function contentOf(notice: EventNotice): Content {
  const account = `${notice.siteUrl}/account`;
  switch (notice.kind) {
    case "confirm_address": {
      const { text, button, expiry, ...fixed } = confirmAddressEmail;
      return {
        ...fixed,
        paragraphs: [text],
        button: { text: button, href: notice.link },
        small: [expiry(notice.days)],
      };
    }
    case "delivery_address": {
      const { text, button, notYou, ...fixed } = deliveryAddressEmail;
      return {
        ...fixed,
        paragraphs: [text(notice.email)],
        button: { text: button, href: account },
        small: [notYou],
      };
    }
    case "address_changed":
      break;
  }
  const { text, notYou, ...fixed } = addressChangedEmail;
  return { ...fixed, paragraphs: [text, notYou] };
}
