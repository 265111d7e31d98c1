import type { PlanName } from "@/lib/contracts/plans";

// How our accounts at the providers are set up, for the checks before launch. Every call may throw,
// and none changes anything.

/** A webhook that a provider calls. */
export type RegisteredWebhook = {
  url: string;
  isActive: boolean;
  /** Events that we use and that it doesn't send, by the provider's names. */
  missingEvents: string[];
  /** Whether it has the secret that we expect; null when the provider doesn't show it. */
  hasOurSecret: boolean | null;
};

export type MailAccount = {
  /** What our key belongs to. */
  readServer(): Promise<{ name: string; isDelivering: boolean }>;
  /** Message streams that aren't archived. */
  listStreams(): Promise<{ id: string; unsubscribe: "custom" | "provider" | "none" }[]>;
  listWebhooks(): Promise<(RegisteredWebhook & { streamId: string })[]>;
};

export type SmsSender = {
  /** E.164, or a short code. */
  number: string;
  kind: "long_code" | "toll_free" | "short_code";
  /** ISO 3166. */
  country: string;
};

export type SmsSenderSetup = {
  senders: SmsSender[];
  /** Where replies go, for the service or for each number; null where nothing is set. */
  replyUrls: (string | null)[];
  /** Whether the carriers know who sends; null when the provider doesn't say. */
  isRegistered: boolean | null;
};

export type SmsAccount = {
  readAccount(): Promise<{ isActive: boolean; isTrial: boolean }>;
  readSenders(): Promise<SmsSenderSetup>;
  /** Which of these countries (ISO 3166) texts may go to. */
  listAllowedCountries(countries: readonly string[]): Promise<string[]>;
};

export type ListedPrice = {
  id: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  /** Such as `1 month`; null for a one-time price. */
  interval: string | null;
  /** Such as `7 day`; null without a trial. */
  trial: string | null;
  isActive: boolean;
};

export type PaymentsAccount = {
  readPrice(plan: PlanName): Promise<ListedPrice>;
  listWebhooks(): Promise<RegisteredWebhook[]>;
};
