/** Why a provider permanently refused one message. */
export type RefusalReason =
  | "invalid_address"
  | "inactive_recipient"
  | "opted_out"
  | "invalid_number"
  | "landline"
  | "filtered"
  | "rejected";

/** The result of sending one message. */
export type MessageResult =
  | { state: "accepted"; providerMessageId: string }
  | {
      state: "refused";
      reason: RefusalReason;
      /** The provider's own. */ code: number;
      detail: string;
    };

/** The failure of a whole call, without per-message results. */
export type CallFailure =
  /** We sent too fast; nothing was accepted. */
  | { state: "throttled"; retryAfterMs: number | undefined; detail: string }
  /** The provider rejects our key or account, so retrying right away is pointless. */
  | { state: "unauthorized"; detail: string }
  /** It can't have reached the provider. `hasBegun`: part of it had been sent when the time was up. */
  | { state: "unsent"; hasBegun: boolean; detail: string }
  /** It may or may not have been accepted: ask the provider before sending again. */
  | { state: "unknown"; detail: string };
