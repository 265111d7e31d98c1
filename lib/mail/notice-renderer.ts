import type { NoticeRenderer } from "@/lib/domain/ports/notice-renderer";
import { renderEvent } from "./event-notice";
import { renderLoginLink } from "./login-link";
import { renderOperatorAlert } from "./operator-alert";
import { renderTrialReminder } from "./trial-reminder";
import { renderWelcome } from "./welcome";

/** Renders all emails except the briefing. */
export function createNoticeRenderer(): NoticeRenderer {
  return { renderWelcome, renderTrialReminder, renderLoginLink, renderEvent, renderOperatorAlert };
}
