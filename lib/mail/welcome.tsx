import { describePrice } from "@/lib/contracts/money";
import { trialDays } from "@/lib/contracts/plans";
import type { RenderedNotice, WelcomeNotice } from "@/lib/domain/ports/notice-renderer";
import { emailFooter, welcomeEmail as messages } from "@/lib/messages/emails";
import { noticeText } from "./notice-text";
import { MailButton, MailLink, Opening, renderMailHtml } from "./shell";
import { mailType } from "./theme";

/** Welcomes a new subscriber: when and where the first briefing arrives, and when the trial ends, and what is charged then. */
export async function renderWelcome(notice: WelcomeNotice): Promise<RenderedNotice> {
  const { siteUrl, email, timezoneLabel, firstBriefingDay, firstCharge } = notice;
  const { subject } = messages;
  const greeting = messages.greeting(notice.name);
  const schedule = messages.schedule(firstBriefingDay, timezoneLabel);
  const trial = firstCharge
    ? ` ${messages.trial(trialDays, firstCharge.chargeDate, describePrice(firstCharge.price))}`
    : "";
  const footer = `${messages.reason} ${emailFooter.questions}`;
  const html = renderMailHtml({
    siteUrl,
    title: subject,
    label: messages.label,
    footer,
    body: (
      <>
        <Opening>
          {greeting} {schedule}
        </Opening>
        <p className="ink" style={{ ...mailType.body, margin: "0 0 16px" }}>
          {messages.recipient} <strong>{email}</strong>.{trial}
        </p>
        <MailButton href={`${siteUrl}/account`}>{messages.preferences}</MailButton>
        <p className="quiet" style={{ ...mailType.label, margin: "20px 0 0" }}>
          {messages.newHere} <MailLink href={`${siteUrl}/read`}>{messages.readPosts}</MailLink>.
        </p>
      </>
    ),
  });
  const text = noticeText({
    paragraphs: [
      greeting,
      schedule,
      `${messages.recipient} ${email}.${trial}`,
      `${messages.preferences}: ${siteUrl}/account`,
      `${messages.newHere} ${messages.readPosts}: ${siteUrl}/read`,
    ],
    footer,
  });
  return { subject, html, text };
}
