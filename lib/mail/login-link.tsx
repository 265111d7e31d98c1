import type { LoginLinkNotice, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { emailFooter, loginEmail as messages } from "@/lib/messages/emails";
import { renderNotice, SmallPrint } from "./notice";
import { MailButton, MailLink, Opening } from "./shell";

/** The login link: as a button and in full, how long it works, and where it was requested. */
export async function renderLoginLink(notice: LoginLinkNotice): Promise<RenderedNotice> {
  const { siteUrl, email, link, minutes } = notice;
  const expiry = messages.expiry(minutes);
  const requestedFrom = messages.requestedFrom(notice.requestedFrom);
  return renderNotice({
    siteUrl,
    subject: messages.subject,
    label: messages.label,
    footer: `${messages.reason(email)} ${emailFooter.questions}`,
    body: (
      <>
        <Opening>{expiry}</Opening>
        <MailButton href={link}>{messages.submit}</MailButton>
        <SmallPrint>
          {messages.fallback}
          <br />
          <MailLink href={link}>{link}</MailLink>
        </SmallPrint>
        <SmallPrint>{requestedFrom}</SmallPrint>
      </>
    ),
    paragraphs: [messages.open, link, expiry, requestedFrom],
  });
}
