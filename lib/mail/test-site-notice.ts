import type { BriefingRenderer } from "@/lib/domain/ports/briefing-renderer";
import type { NoticeRenderer, RenderedNotice } from "@/lib/domain/ports/notice-renderer";
import { testSiteMessages } from "@/lib/messages/test-site";
import { mailColors, sans } from "./theme";

type Kind = keyof typeof testSiteMessages.notices;

function addNotice(kind: Kind): <Rendered extends RenderedNotice>(rendered: Rendered) => Rendered {
  const notice = testSiteMessages.notices[kind];
  const html = `<p class="ink" style="margin:0;padding:12px 24px;font:14px/20px ${sans};color:${mailColors.ink};text-align:center">${notice}</p>`;
  return (rendered) => ({
    ...rendered,
    html: rendered.html.replace(/<body[^>]*>/, (body) => `${body}${html}`),
    text: `${notice}\n\n${rendered.text}`,
  });
}

/** Starts each briefing email with the notice of a test site. */
export function briefingsWithTestSiteNotice(
  renderer: BriefingRenderer,
  kind: Kind,
): BriefingRenderer {
  const withNotice = addNotice(kind);
  return { render: async (...args) => withNotice(await renderer.render(...args)) };
}

/** Starts all other emails with the notice of a test site. */
export function noticesWithTestSiteNotice(renderer: NoticeRenderer, kind: Kind): NoticeRenderer {
  const withNotice = addNotice(kind);
  return {
    renderWelcome: async (notice) => withNotice(await renderer.renderWelcome(notice)),
    renderTrialReminder: async (notice) => withNotice(await renderer.renderTrialReminder(notice)),
    renderLoginLink: async (notice) => withNotice(await renderer.renderLoginLink(notice)),
    renderEvent: async (notice) => withNotice(await renderer.renderEvent(notice)),
    renderOperatorAlert: async (notice) => withNotice(await renderer.renderOperatorAlert(notice)),
  };
}
