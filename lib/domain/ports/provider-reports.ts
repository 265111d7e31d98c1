/** What a mail provider says later about a mail or an address. */
export type MailReport = {
  address: string;
  /** What `MailMessage.metadata.delivery` said; null for mails that are no briefing. */
  deliveryId: string | null;
  /** By the provider's clock; null when it does not messages. */
  occurredAt: Date | null;
  outcome:
    | { kind: "delivered" }
    /** Not yet; the provider goes on trying. */
    | { kind: "deferred" }
    /** This mail did not arrive; the address may still be good. */
    | { kind: "soft_bounced" }
    | { kind: "bounced" }
    | { kind: "complained" }
    /** The provider refuses to write to the address from now on. */
    | { kind: "suppressed"; reason: "hard_bounce" | "spam_complaint" | "manual" }
    | { kind: "reactivated" };
};

/** How far a text got; the last three are final. */
export type TextStatus = "queued" | "sending" | "sent" | "delivered" | "undelivered" | "failed";

/** What an SMS provider says later about a text. */
export type TextReport = {
  /** E.164. */
  to: string;
  /** What `SmsMessage.deliveryId` said. */
  deliveryId: string | null;
  status: TextStatus;
  /** What the number is no good for, when the provider says so for good. */
  refusal: "stop" | "bad_number" | "landline" | null;
};

/** A text that somebody sent to us. */
export type InboundText = {
  /** E.164. */
  from: string;
  body: string;
  /** What the provider itself already understood and answered. */
  handledAs: "STOP" | "START" | "HELP" | null;
};
