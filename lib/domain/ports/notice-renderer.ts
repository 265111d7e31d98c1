import type { PlanName } from "@/lib/contracts/plans";

/** A mail to one person, rendered. */
export type RenderedNotice = { subject: string; html: string; text: string };

/** What the welcome mail says. */
export type WelcomeNotice = {
  siteUrl: string;
  name: string | null;
  email: string;
  /** Label of the zone, such as `Eastern Time (ET)`. */
  timezoneLabel: string;
};

/** What the reminder before the first charge says. */
export type TrialReminderNotice = {
  siteUrl: string;
  name: string | null;
  plan: PlanName;
  /** The day of the charge where the reader lives, such as `March 5, 2025`. */
  chargeDate: string;
};

/** What the mail with a login link says. */
export type LoginLinkNotice = {
  siteUrl: string;
  email: string;
  /** The whole address, token included. */
  link: string;
  /** How long it works. */
  minutes: number;
  /** Where it was asked for, such as `Chrome on Windows, at 203.0.113.7`. */
  requestedFrom: string;
};

/** Something the operator must know, in plain words. */
export type OperatorNotice = { siteUrl: string; subject: string; body: string };

/** Turns a notice into a mail. */
export type NoticeRenderer = {
  renderWelcome(notice: WelcomeNotice): Promise<RenderedNotice>;
  renderTrialReminder(notice: TrialReminderNotice): Promise<RenderedNotice>;
  renderLoginLink(notice: LoginLinkNotice): Promise<RenderedNotice>;
  renderOperatorAlert(notice: OperatorNotice): Promise<RenderedNotice>;
};
