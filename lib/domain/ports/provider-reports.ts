/** An open of an email or a click in it, by a person or a machine. */
export type MailVisit =
  | { kind: "open" }
  /** Mail services load images automatically, so nobody may have seen it. */
  | { kind: "machine_open" }
  /** The link is the same for everyone who got the email. */
  | { kind: "click"; link: string };

/** An email provider's later report about an email or an address. */
export type MailReport = {
  address: string;
  /** From `MailMessage.metadata.delivery`; null for emails other than briefings. */
  deliveryId: string | null;
  /** The provider's ID of the email; null when the report is about an address. */
  providerMessageId: string | null;
  /** By the provider's clock; null when the report has no time. */
  occurredAt: Date | null;
  outcome:
    /** An open or a click proves delivery. */
    | { kind: "delivered"; visit?: MailVisit }
    /** Not yet delivered; the provider keeps trying. */
    | { kind: "deferred" }
    /** This email didn't arrive; the address may still be good. The code is the type of bounce. */
    | { kind: "soft_bounced"; code: string }
    | { kind: "bounced"; code: string }
    | { kind: "complained" }
    /** The provider will reject the address from now on. */
    | { kind: "suppressed"; reason: "hard_bounce" | "spam_complaint" | "manual" }
    | { kind: "reactivated" };
};

/** Delivery status of a text. The last three are final. */
export type TextStatus = "queued" | "sending" | "sent" | "delivered" | "undelivered" | "failed";

/** An SMS provider's later report about a text. */
export type TextReport = {
  /** E.164. */
  to: string;
  /** From `SmsMessage.deliveryId`. */
  deliveryId: string | null;
  providerMessageId: string;
  status: TextStatus;
  /** Why it failed, such as `30007`; null if it didn't, or the provider doesn't say. */
  code: string | null;
  /** Set when the provider will never deliver texts to the number. */
  refusal: "stop" | "bad_number" | "landline" | null;
};

/** A text that someone sent us. */
export type InboundText = {
  /** The provider's ID. */
  eventId: string;
  /** E.164. */
  from: string;
  body: string;
  /** The command that the provider already handled and replied to. */
  handledAs: "STOP" | "START" | "HELP" | null;
};
