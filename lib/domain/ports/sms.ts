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

/** A text that the provider accepted. */
export type FoundSms = { providerMessageId: string; body: string };

/** A text that we sent, or a reply that we got. `number` is the other side's, E.164. */
export type ListedSms = { providerMessageId: string; number: string; body: string; at: Date };

export type SmsProvider = {
  /**
   * Sends one text. Network and provider errors are returned, never thrown.
   *
   * @param options.guard if it stops the call before the first byte, its error is rethrown
   */
  send(message: SmsMessage, options?: { guard?: CallGuard }): Promise<MessageResult | CallFailure>;
  /** Our texts to a number since an instant, newest first. Throws when the provider can't say. */
  findByRecipient(to: string, since: Date): Promise<FoundSms[]>;
  /** Texts that we sent to anyone since an instant, except our replies, newest first. Can throw. */
  listSent(since: Date): AsyncIterable<ListedSms>;
  /** Texts that our senders got since an instant, newest first. Throws when the provider can't say. */
  listReplies(since: Date): Promise<ListedSms[]>;
  /** How many segments are billed for a body. */
  countSegments(body: string): number;
  /** The characters, each once, that make a text Unicode, so that each segment has 67 instead of 153. */
  listUnicodeCharacters(body: string): string[];
};
