import { describePrice } from "@/lib/contracts/money";
import type { RenderedNotice, TrialReminderNotice } from "@/lib/domain/ports/notice-renderer";
import { emailFooter, trialReminderEmail as messages } from "@/lib/messages/emails";
import { noticeText } from "./notice-text";
import { MailButton, Opening, renderMailHtml } from "./shell";
import { mailType } from "./theme";

/** Reminds a subscriber of the first charge: how much, when, and how to avoid it. */
export async function renderTrialReminder(notice: TrialReminderNotice): Promise<RenderedNotice> {
  const { siteUrl, chargeDate } = notice;
  const own = describePrice(notice.price);
  const price = notice.total === null ? own : messages.inAll(own, notice.total);
  const subject = messages.subject(chargeDate);
  const charge = messages.charge(notice.name, price);
  const footer = `${messages.reason} ${emailFooter.questions}`;
  const html = renderMailHtml({
    siteUrl,
    title: subject,
    label: messages.label,
    footer,
    body: (
      <>
        <Opening>
          {charge} <strong>{chargeDate}</strong>. {messages.stay}
        </Opening>
        <p className="ink" style={{ ...mailType.body, margin: "0 0 16px" }}>
          {messages.leave}
        </p>
        <MailButton href={`${siteUrl}/account`}>{messages.manage}</MailButton>
      </>
    ),
  });
  const text = noticeText({
    paragraphs: [
      `${charge} ${chargeDate}. ${messages.stay}`,
      messages.leave,
      `${messages.manage}: ${siteUrl}/account`,
    ],
    footer,
  });
  return { subject, html, text };
}
