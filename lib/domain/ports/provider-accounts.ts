import type { PlanName } from "@/lib/contracts/plans";

// How our accounts at the providers are set up, for the checks before launch. Every call can throw, and none
// changes anything.

/** A webhook that a provider calls. */
export type RegisteredWebhook = {
  url: string;
  isActive: boolean;
  /** Events that we use but that it doesn't send, by the provider's names. */
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
  /** Where they go when that URL doesn't answer, in the same form. */
  fallbackUrls: (string | null)[];
  /** Whether the carriers know who sends; null when the provider doesn't say. */
  isRegistered: boolean | null;
};

export type SmsAccount = {
  readAccount(): Promise<{ isActive: boolean; isTrial: boolean }>;
  readSenders(): Promise<SmsSenderSetup>;
  /** Whether it hides what was sent, or to whom; null before the first text. */
  isRedacting(): Promise<boolean | null>;
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
  /** Countries with their own price, ISO 3166. */
  countries: readonly string[];
};

export type PaymentsAccount = {
  readPrice(plan: PlanName): Promise<ListedPrice>;
  listWebhooks(): Promise<RegisteredWebhook[]>;
  /** The permissions that our key lacks, by the provider's names; null if the provider doesn't say. */
  listMissingPermissions(): Promise<string[] | null>;
  /** The domains that may show a checkout, with the provider's word for their state; null if it doesn't say. */
  listCheckoutDomains(): Promise<{ domain: string; status: string }[] | null>;
  /** The page that the provider's links to a payment open: null inside if none is set; null if it doesn't say. */
  readPaymentLink(): Promise<{ url: string | null } | null>;
};
