import type { CallGuard } from "@/lib/platform/provider-call";
import type { CallFailure, MessageResult } from "./send-outcome";

/** `transactional`: login links, welcome, reminders, alerts. `broadcast`: the briefing. Never mixed. */
export type MailStream = "transactional" | "broadcast";

/** Text that many emails share except for one value: the parts, joined by `fill`. */
export type SharedText = {
  /** The same array in all emails that share the text. */
  parts: readonly string[];
  fill: string;
};

export type MailMessage = {
  to: string;
  subject: string;
  html: string | SharedText;
  text: string | SharedText;
  /** Header name → value, without CR or LF. */
  headers?: Record<string, string>;
  /** Comes back in the provider's webhooks and search. */
  metadata?: Record<string, string>;
  /** Whether the provider reports opens and clicks. */
  isTracked?: boolean;
  /** Replaces the call's own tag. */
  tag?: string;
};

/** An email that the provider accepted. */
export type FoundMail = {
  providerMessageId: string;
  metadata: Record<string, string>;
  /** Addresses that it went to. */
  recipients: string[];
};

/** An address that the provider suppresses. */
export type SuppressedAddress = {
  address: string;
  reason: "hard_bounce" | "spam_complaint" | "manual";
};

export type MailProvider = {
  /**
   * Sends up to 500 emails in one call. Results are in the order of the messages. Network and
   * provider errors are returned, never thrown.
   *
   * @param options.tag identifies this call, so that `findByTag` can look it up later
   * @param options.guard if it stops the call before the first byte, its error is rethrown
   */
  sendBatch(
    messages: readonly MailMessage[],
    options: { stream: MailStream; tag: string; guard?: CallGuard },
  ): Promise<{ state: "answered"; results: MessageResult[] } | CallFailure>;
  /** The emails that the provider accepted with a tag. Throws when it can't give a complete answer. */
  findByTag(tag: string): Promise<FoundMail[]>;
  /** The newest emails of the broadcast stream, up to 500. Throws when the provider can't say. */
  listNewest(): Promise<FoundMail[]>;
  /** The addresses that the provider suppresses on any stream. Throws when it can't say. */
  listSuppressed(): Promise<SuppressedAddress[]>;
  /**
   * Lifts the provider's suppression of an address on every stream.
   *
   * @returns false when it refuses, as it does after a spam complaint. Throws when it can't say.
   */
  allowAddress(address: string): Promise<boolean>;
  /**
   * Sends an email that reaches nobody, to see when the provider's search of a stream finds it.
   *
   * @returns whether the provider accepted it
   */
  sendProbe(tag: string, stream: MailStream): Promise<boolean>;
};
