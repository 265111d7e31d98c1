import { brand } from "@/lib/brand";
import type { LoginLinkNotice, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { noticeText } from "./notice-text";
import { MailButton, MailLink, MailShell, renderMailHtml } from "./shell";
import { mailType } from "./theme";

/** Carries a login link: one button, the address in words, how long it works and who asked. */
export async function renderLoginLink(notice: LoginLinkNotice): Promise<RenderedNotice> {
  const { siteUrl, email, link, minutes, requestedFrom } = notice;
  const subject = `Your login link for ${brand.name}`;
  const asked = `Asked for from ${requestedFrom}. If that was not you, leave this mail alone: without the link nobody gets in. Please do not forward it.`;
  const footer = `You get this because somebody asked for a login link for ${email}. Questions? Write to ${brand.supportAddress}.`;
  const html = await renderMailHtml(
    <MailShell
      siteUrl={siteUrl}
      title={subject}
      preview={`It works once, for ${minutes} minutes.`}
      dateline="Login link"
      footer={footer}
    >
      <h1 className="ink" style={{ ...mailType.title, margin: "28px 0 20px" }}>
        Here is your way in.
      </h1>
      <p className="ink" style={{ ...mailType.body, margin: 0 }}>
        The link logs you in to your {brand.name} account. It works once, for {minutes} minutes.
      </p>
      <MailButton href={link}>Log in to {brand.name}</MailButton>
      <p className="quiet" style={{ ...mailType.label, margin: "20px 0 0" }}>
        If the button does not work, open this address:
        <br />
        <MailLink href={link}>{link}</MailLink>
      </p>
      <p className="quiet" style={{ ...mailType.label, margin: "20px 0 0" }}>
        {asked}
      </p>
    </MailShell>,
  );
  const text = noticeText({
    paragraphs: [
      `Open this address to log in to your ${brand.name} account:`,
      link,
      `It works once, for ${minutes} minutes.`,
      asked,
    ],
    footer,
  });
  return { subject, html, text };
}
