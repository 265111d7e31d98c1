import type { NoticeRenderer } from "@/lib/domain/ports/notice-renderer";
import { renderLoginLink } from "./login-link";
import { renderOperatorAlert } from "./operator-alert";
import { renderTrialReminder } from "./trial-reminder";
import { renderWelcome } from "./welcome";

/** The renderer of mails to one person. */
export function createNoticeRenderer(): NoticeRenderer {
  return { renderWelcome, renderTrialReminder, renderLoginLink, renderOperatorAlert };
}
