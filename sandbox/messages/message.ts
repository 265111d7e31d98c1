export type SandboxChannel = "email" | "sms";

export type SandboxProvider = "postmark" | "twilio" | "automation";

/** Fields that only one provider has. */
export type MessageDetails = Record<string, string | number | boolean | string[] | null>;

/** A message to accept. */
export type NewMessage = {
  channel: SandboxChannel;
  provider: SandboxProvider;
  from: string;
  /** Bare address or E.164 number; several addresses are joined by a comma. */
  to: string;
  /** Null for texts. */
  subject: string | null;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  metadata: Record<string, string>;
  tag: string | null;
  stream: string | null;
  details: MessageDetails;
};

export type StoredMessage = NewMessage & {
  /** Ascending in order of acceptance. */
  id: number;
  /** 32 hexadecimal digits; `formatMessageId` writes them the way each provider does. */
  providerMessageId: string;
  /** Milliseconds since the epoch, by the sandbox's clock. */
  acceptedAtMs: number;
};

/** How many messages were accepted, and for how many recipients. */
export type RecipientCount = {
  total: number;
  distinct: number;
  /** Recipients with more than one message, most first. */
  duplicates: { to: string; count: number }[];
};
