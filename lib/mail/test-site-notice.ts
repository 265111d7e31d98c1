import type { BriefingRenderer } from "@/lib/domain/ports/briefing-renderer";
import type { NoticeRenderer, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { testSiteMessages } from "@/lib/messages/test-site";
import { mailColors, sans } from "./theme";

const html = `<p class="ink" style="margin:0;padding:12px 24px;font:14px/20px ${sans};color:${mailColors.ink};text-align:center">${testSiteMessages.notice}</p>`;

function withNotice<Rendered extends RenderedNotice>(rendered: Rendered): Rendered {
  return {
    ...rendered,
    html: rendered.html.replace(/<body[^>]*>/, (body) => `${body}${html}`),
    text: `${testSiteMessages.notice}\n\n${rendered.text}`,
  };
}

/** Starts each briefing email with the notice of a test site. */
export function briefingsWithTestSiteNotice(renderer: BriefingRenderer): BriefingRenderer {
  return { render: async (...args) => withNotice(await renderer.render(...args)) };
}

/** Starts all other emails with the notice of a test site. */
export function noticesWithTestSiteNotice(renderer: NoticeRenderer): NoticeRenderer {
  return {
    renderWelcome: async (notice) => withNotice(await renderer.renderWelcome(notice)),
    renderTrialReminder: async (notice) => withNotice(await renderer.renderTrialReminder(notice)),
    renderLoginLink: async (notice) => withNotice(await renderer.renderLoginLink(notice)),
    renderEvent: async (notice) => withNotice(await renderer.renderEvent(notice)),
    renderOperatorAlert: async (notice) => withNotice(await renderer.renderOperatorAlert(notice)),
  };
}
