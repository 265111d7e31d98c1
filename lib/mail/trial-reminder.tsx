import { brand } from "@/lib/brand";
import { formatPrice, plans } from "@/lib/contracts/plans";
import type { RenderedNotice, TrialReminderNotice } from "@/lib/domain/ports/notice-renderer";
import { noticeText } from "./notice-text";
import { MailButton, MailShell, renderMailHtml } from "./shell";
import { mailType } from "./theme";

/** Says before the first charge what it will be, when, and how to stop it. */
export async function renderTrialReminder(notice: TrialReminderNotice): Promise<RenderedNotice> {
  const { siteUrl, chargeDate } = notice;
  const { priceCents, interval } = plans[notice.plan];
  const price = `${formatPrice(priceCents)} per ${interval}`;
  const subject = `Your free trial ends on ${chargeDate}`;
  const beginning = `${notice.name ? `${notice.name}, your` : "Your"} first charge is on`;
  const staying = `${price}. If you want to stay, there is nothing to do.`;
  const leaving = "If not, cancel in your account before that day and you pay nothing.";
  const footer = `You get this because you started a free trial of ${brand.name}. Questions? Write to ${brand.supportAddress}.`;
  const html = await renderMailHtml(
    <MailShell
      siteUrl={siteUrl}
      title={subject}
      preview={`Your first charge of ${price} is on ${chargeDate}.`}
      dateline="Reminder"
      footer={footer}
    >
      <h1 className="ink" style={{ ...mailType.title, margin: "28px 0 20px" }}>
        Your free trial ends soon.
      </h1>
      <p className="ink" style={{ ...mailType.body, margin: "0 0 16px" }}>
        {beginning} <strong>{chargeDate}</strong>: {staying}
      </p>
      <p className="ink" style={{ ...mailType.body, margin: "0 0 16px" }}>
        {leaving}
      </p>
      <MailButton href={`${siteUrl}/account`}>Manage your subscription</MailButton>
    </MailShell>,
  );
  const text = noticeText({
    paragraphs: [
      `${beginning} ${chargeDate}: ${staying}`,
      leaving,
      `Manage your subscription: ${siteUrl}/account`,
    ],
    footer,
  });
  return { subject, html, text };
}
