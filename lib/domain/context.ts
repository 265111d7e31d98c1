import type { Clock } from "@/lib/platform/clock";
import type { Database } from "@/lib/platform/database/database";
import type { Logger } from "@/lib/platform/logger";
import type { PasswordCost } from "@/lib/platform/password";
import type { MailProvider } from "./ports/mail";
import type { AutomationWebhook } from "./ports/automation";
import type { PaymentsProvider } from "./ports/payments";
import type { NoticeRenderer } from "./ports/notice-renderer";
import type { SmsProvider } from "./ports/sms";
import type { BriefingRenderer } from "./ports/briefing-renderer";

/** What the business needs to know about where it runs. */
export type Settings = {
  /** Public address of the site, without a trailing slash. */
  siteUrl: string;
  /** Whether the site is served over https: cookies are then Secure and named `__Host-…`. */
  isSecure: boolean;
  /** Key of everything we sign ourselves: unsubscribe links, cookies. */
  signingSecret: string;
  /** `Name <address>` that mails come from. */
  mailFrom: string;
  /** Where alerts go. */
  operatorEmail: string;
  /** Minutes before 8:00 local at which e-mail starts to leave. */
  emailLeadMinutes: number;
  /** SMS segments per second that the sender may carry, over all workers. */
  smsSegmentsPerSecond: number;
  /** Seconds after which the provider's answer about an unknown outcome is believed. */
  unknownOutcomeWaitSeconds: number;
  /** What a second free trial of one person leads to: a note to the operator, or a refusal. */
  secondTrial: "note" | "refuse";
  /** What hashing a password costs whoever tries many. */
  passwordCost: PasswordCost;
};

/** Everything a domain function may use of the outside; put together in lib/composition.ts. */
export type Context = {
  db: Database;
  clock: Clock;
  mail: MailProvider;
  sms: SmsProvider;
  payments: PaymentsProvider;
  /** Sends confirmation and test texts in the SMS provider's place; null when none is configured. */
  automation: AutomationWebhook | null;
  briefing: BriefingRenderer;
  notices: NoticeRenderer;
  log: Logger;
  settings: Settings;
};
