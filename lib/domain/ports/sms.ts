import type { CallGuard } from "@/lib/platform/provider-call";
import type { CallFailure, MessageResult } from "./send-outcome";

export type SmsMessage = {
  /** E.164. */
  to: string;
  body: string;
  /** Seconds after which an undelivered text expires instead of arriving late. */
  validityS?: number;
  /** Comes back with the provider's status callbacks. */
  deliveryId?: string;
};

/** A text that the provider has. */
export type FoundSms = { providerMessageId: string; body: string };

export type SmsProvider = {
  /**
   * Sends one text. Network and provider errors are returned, never thrown.
   *
   * @param options.guard if it stops the call before the first byte, its error is rethrown
   */
  send(message: SmsMessage, options?: { guard?: CallGuard }): Promise<MessageResult | CallFailure>;
  /** Our texts to a number since an instant, newest first. Throws when the provider can't say. */
  findByRecipient(to: string, since: Date): Promise<FoundSms[]>;
  /** How many billed segments a body takes. */
  countSegments(body: string): number;
};
