import { describePrice } from "@/lib/contracts/money";
import type { RenderedNotice, TrialReminderNotice } from "@/lib/domain/ports/notice-renderer";
import { emailFooter, trialReminderEmail as messages } from "@/lib/messages/emails";
import { Paragraph, renderNotice } from "./notice";
import { MailButton, Opening } from "./shell";

/** Reminds a subscriber of the first charge: how much, when, and how to avoid it. */
export async function renderTrialReminder(notice: TrialReminderNotice): Promise<RenderedNotice> {
  const { siteUrl, chargeDate } = notice;
  const own = describePrice(notice.price);
  const price = notice.total === null ? own : messages.inAll(own, notice.total);
  const subject = messages.subject(chargeDate);
  const charge = messages.charge(notice.name, price);
  return renderNotice({
    siteUrl,
    subject,
    label: messages.label,
    footer: `${messages.reason} ${emailFooter.questions}`,
    body: (
      <>
        <Opening>
          {charge} <strong>{chargeDate}</strong>. {messages.stay}
        </Opening>
        <Paragraph>{messages.leave}</Paragraph>
        <MailButton href={`${siteUrl}/account`}>{messages.manage}</MailButton>
      </>
    ),
    paragraphs: [
      `${charge} ${chargeDate}. ${messages.stay}`,
      messages.leave,
      `${messages.manage}: ${siteUrl}/account`,
    ],
  });
}
