import { describePrice } from "@/lib/contracts/money";
import { trialDays } from "@/lib/contracts/plans";
import type { RenderedNotice, WelcomeNotice } from "@/lib/domain/ports/notice-renderer";
import { emailFooter, welcomeEmail as messages } from "@/lib/messages/emails";
import { Paragraph, renderNotice, SmallPrint } from "./notice";
import { MailButton, MailLink, Opening } from "./shell";

/**
 * Welcomes a new subscriber: when and where the first briefing arrives, when the trial ends, and what is
 * charged then.
 */
export async function renderWelcome(notice: WelcomeNotice): Promise<RenderedNotice> {
  const { siteUrl, email, timezoneLabel, firstBriefingDay, firstCharge } = notice;
  const greeting = messages.greeting(notice.name);
  const schedule = messages.schedule(firstBriefingDay, timezoneLabel);
  const trial = firstCharge
    ? ` ${messages.trial(trialDays, firstCharge.chargeDate, describePrice(firstCharge.price))}`
    : "";
  return renderNotice({
    siteUrl,
    subject: messages.subject,
    label: messages.label,
    footer: `${messages.reason} ${emailFooter.questions}`,
    body: (
      <>
        <Opening>
          {greeting} {schedule}
        </Opening>
        <Paragraph>
          {messages.recipient} <strong>{email}</strong>.{trial}
        </Paragraph>
        <MailButton href={`${siteUrl}/account`}>{messages.preferences}</MailButton>
        <SmallPrint>
          {messages.newHere} <MailLink href={`${siteUrl}/read`}>{messages.readPosts}</MailLink>.
        </SmallPrint>
      </>
    ),
    paragraphs: [
      greeting,
      schedule,
      `${messages.recipient} ${email}.${trial}`,
      `${messages.preferences}: ${siteUrl}/account`,
      `${messages.newHere} ${messages.readPosts}: ${siteUrl}/read`,
    ],
  });
}
