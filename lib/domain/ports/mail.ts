import type { CallFailure, MessageResult } from "./send-outcome";

/** `transactional`: login links, welcome, reminders, alerts. `broadcast`: the briefing. Never mixed. */
export type MailStream = "transactional" | "broadcast";

/** A text that many mails share but for what stands in its gaps: the parts, joined by `fill`. */
export type SharedText = {
  /** The same array for all mails that share it. */
  parts: readonly string[];
  fill: string;
};

/** One e-mail, ready to leave. */
export type MailMessage = {
  to: string;
  subject: string;
  html: string | SharedText;
  text: string | SharedText;
  /** Header name → value, without CR or LF. */
  headers?: Record<string, string>;
  /** Comes back in the provider's webhooks and search. */
  metadata?: Record<string, string>;
};

/** A mail that the provider holds for a tag. */
export type FoundMail = { providerMessageId: string; metadata: Record<string, string> };

/** What the house asks of a mail provider. */
export type MailProvider = {
  /**
   * Hands over up to 500 mails in one call. The results stand in the order of the messages.
   * Never throws for what the network or the provider does.
   *
   * @param options.tag names this call, so that `findByTag` can ask about it later
   * @param options.beforeSend runs after everything is serialised and right before the first byte
   *   leaves; when it throws nothing has left and the error is thrown on
   */
  sendBatch(
    messages: readonly MailMessage[],
    options: { stream: MailStream; tag: string; beforeSend?: () => void },
  ): Promise<{ state: "answered"; results: MessageResult[] } | CallFailure>;
  /** All mails (500 at most) that the provider took under the tag. Throws when it cannot messages. */
  findByTag(tag: string): Promise<FoundMail[]>;
};
