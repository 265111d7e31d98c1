import type { CallFailure, MessageResult } from "./send-outcome";

/** One text, ready to leave. */
export type SmsMessage = {
  /** E.164. */
  to: string;
  body: string;
  /** Seconds after which an undelivered text dies instead of arriving late. */
  validityS?: number;
  /** Comes back with the provider's status callbacks. */
  deliveryId?: string;
};

/** A text that the provider holds. `sentAt` is the provider's time. */
export type FoundSms = { providerMessageId: string; body: string; sentAt: Date };

/** What the house asks of an SMS provider. */
export type SmsProvider = {
  /** Hands over one text. Never throws for what the network or the provider does. */
  send(
    message: SmsMessage,
    options?: { beforeSend?: () => void },
  ): Promise<MessageResult | CallFailure>;
  /** Our texts to a number since an instant, newest first. Throws when it cannot messages. */
  findByRecipient(to: string, since: Date): Promise<FoundSms[]>;
  /** How many segments a body costs, and in which alphabet. */
  countSegments(body: string): { segments: number; encoding: "GSM-7" | "UCS-2" };
};
