import { brand } from "@/lib/brand";
import { trialDays } from "@/lib/contracts/plans";
import type { RenderedNotice, WelcomeNotice } from "@/lib/domain/ports/notice-renderer";
import { noticeText } from "./notice-text";
import { MailButton, MailLink, MailShell, renderMailHtml } from "./shell";
import { mailType } from "./theme";

/** Greets a new subscriber: when the first briefing comes, where, and where to change that. */
export async function renderWelcome(notice: WelcomeNotice): Promise<RenderedNotice> {
  const { siteUrl, email, timezoneLabel } = notice;
  const subject = `Welcome to ${brand.name}`;
  const greeting = notice.name ? `Welcome, ${notice.name}.` : "Welcome.";
  const when = `From the next weekday on, the three finance stories that matter are here by 8:00am, in your own time: ${timezoneLabel}. About 90 seconds to read, no ads.`;
  const trial = `Your trial is free for ${trialDays} days, and we remind you before it ends.`;
  const footer = `You get this because this address was signed up for ${brand.name}. Questions? Write to ${brand.supportAddress}.`;
  const html = await renderMailHtml(
    <MailShell
      siteUrl={siteUrl}
      title={subject}
      preview="Your first briefing comes on the next weekday morning."
      dateline="Welcome"
      footer={footer}
    >
      <h1 className="ink" style={{ ...mailType.title, margin: "28px 0 20px" }}>
        {greeting}
      </h1>
      <p className="ink" style={{ ...mailType.body, margin: "0 0 16px" }}>
        {when}
      </p>
      <p className="ink" style={{ ...mailType.body, margin: "0 0 16px" }}>
        They go to <strong>{email}</strong>. {trial}
      </p>
      <MailButton href={`${siteUrl}/account`}>Manage Preferences</MailButton>
      <p className="quiet" style={{ ...mailType.label, margin: "20px 0 0" }}>
        New here? <MailLink href={`${siteUrl}/read`}>Read the latest posts</MailLink>.
      </p>
    </MailShell>,
  );
  const text = noticeText({
    paragraphs: [
      greeting,
      when,
      `They go to ${email}. ${trial}`,
      `Manage Preferences: ${siteUrl}/account`,
      `New here? Read the latest posts: ${siteUrl}/read`,
    ],
    footer,
  });
  return { subject, html, text };
}
