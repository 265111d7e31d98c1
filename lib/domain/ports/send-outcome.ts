/** Why a provider refused one message for good. */
export type RefusalReason =
  | "invalid_address"
  | "inactive_recipient"
  | "opted_out"
  | "invalid_number"
  | "landline"
  | "filtered"
  | "rejected";

/** What became of one message. */
export type MessageResult =
  | { state: "accepted"; providerMessageId: string }
  | { state: "refused"; reason: RefusalReason; detail: string };

/** What became of one call that could not be answered per message. */
export type CallFailure =
  /** The provider said that nothing was taken: too fast. */
  | { state: "throttled"; retryAfterMs: number | undefined; detail: string }
  /** The provider refuses our key or account: trying again burns attempts for nothing. */
  | { state: "unauthorized"; detail: string }
  /** Nobody can say from here whether it was taken: ask before sending again. */
  | { state: "unknown"; detail: string };
