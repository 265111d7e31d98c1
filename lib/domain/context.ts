import type { RepeatTrialPolicy } from "@/lib/contracts/admin/settings";
import type { Clock } from "@/lib/platform/clock";
import type { ChoiceStore } from "@/lib/platform/data-folder/choice-files";
import type { PastTrialStore } from "@/lib/platform/data-folder/past-trial-files";
import type { MarkStore } from "@/lib/platform/data-folder/mark-file";
import type { Database } from "@/lib/platform/database/database";
import type { Logger } from "@/lib/platform/logger";
import type { PasswordCost } from "@/lib/platform/password";
import type { MailProvider } from "./ports/mail";
import type { AutomationWebhook } from "./ports/automation";
import type { ImageEncoder, ImageStore } from "./ports/images";
import type { LinkChecker } from "./ports/links";
import type { PaymentsProvider } from "./ports/payments";
import type { NoticeRenderer } from "./ports/notice-renderer";
import type { SmsProvider } from "./ports/sms";
import type { BriefingRenderer } from "./ports/briefing-renderer";

/** Configuration that the domain needs. */
export type Settings = {
  /** Public URL of the site, without a trailing slash. */
  siteUrl: string;
  /** Whether the sandbox stands in for the providers, so that nothing reaches anyone. */
  isSandbox: boolean;
  /** Whether the site is served over https: cookies are then Secure and named `__Host-…`. */
  isSecure: boolean;
  /** Signs everything we sign ourselves: unsubscribe links, cookies. */
  signingSecret: string;
  /** The signing secret, and older ones whose signatures are still valid. */
  acceptedSecrets: readonly string[];
  /** The key of the hashes in proofs of consent, for as long as they're kept. */
  consentSecret: string;
  /** Path of the copy of the recorded erasures, which a restored backup doesn't change. */
  erasureFile: string;
  /** Path of the copy of the audit log's last hash, which changes to the database don't affect. */
  auditAnchorFile: string;
  /** Whether webhooks may go to http and to addresses that aren't public: in local mode only. */
  allowsPrivateWebhooks: boolean;
  /** Where operator alerts go. */
  operatorEmail: string;
  /** Minutes before 8:00 local at which we start to send email. */
  emailLeadMinutes: number;
  /** SMS segments per second that our sender is allowed, across all workers. */
  smsSegmentsPerSecond: number;
  /** US dollars that one segment of a text costs. */
  smsSegmentCost: number;
  /** Seconds after which the provider's answer about an unknown outcome can be trusted. */
  unknownOutcomeWaitSeconds: number;
  /** ISO 3166 codes of the countries whose numbers people can enter. */
  smsCountries: readonly string[];
  /** Paddle's IDs of the prices that entitle to the briefing, former ones too. */
  priceIds: readonly string[];
  /** Null when the team sets it; see lib/domain/settings/team-settings.ts. */
  smsDailyBudget: number | null;
  /** Null when the team sets it; see lib/domain/settings/team-settings.ts. */
  repeatTrialPolicy: RepeatTrialPolicy | null;
  /** Administrators without two-factor login must set it up at their next login. */
  requiresTwoFactor: boolean;
  passwordCost: PasswordCost;
};

/** Everything outside the domain that it may use; assembled in lib/composition.ts. */
export type Context = {
  db: Database;
  clock: Clock;
  mail: MailProvider;
  sms: SmsProvider;
  payments: PaymentsProvider;
  /** Sends confirmation and test texts instead of the SMS provider; null when not configured. */
  automation: AutomationWebhook | null;
  briefing: BriefingRenderer;
  notices: NoticeRenderer;
  links: LinkChecker;
  images: { encoder: ImageEncoder; store: ImageStore };
  marks: MarkStore;
  choices: ChoiceStore;
  pastTrials: PastTrialStore;
  /** Deletes the stored copy of this administrator's generated password, if there is one. */
  discardInitialPassword(username: string): Promise<void>;
  log: Logger;
  settings: Settings;
};
