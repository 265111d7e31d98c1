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
   * @param options.beforeSend runs right before the call; if it throws, nothing was sent and its
   *   error is rethrown
   */
  send(
    message: SmsMessage,
    options?: { beforeSend?: () => void },
  ): Promise<MessageResult | CallFailure>;
  /** Our texts to a number since an instant, newest first. Throws when the provider can't say. */
  findByRecipient(to: string, since: Date): Promise<FoundSms[]>;
  /** How many billed segments a body takes. */
  countSegments(body: string): number;
};
