import type { Channel } from "@/lib/contracts/primitives";

/**
 * What happened in a run, as seen from outside the service. The checker knows nothing else, and above
 * all not the ledger.
 */
export type History = {
  /** In the order in which they happened. */
  inputs: readonly Input[];
  /** What the providers accepted. */
  journal: readonly Accepted[];
  /** What they were asked, in order; unknown outcomes are excused by nothing else. */
  searches?: readonly Search[];
  /** Addresses that a provider refused, which therefore don't have to get anything from then on. */
  refused: readonly Refused[];
  /** Times in which so much was broken that nothing had to be sent. */
  troubles: readonly Trouble[];
  /** Minutes before 8:00 at which email starts to be sent. */
  emailLeadMinutes: number;
  /** What the service says about those who got nothing; not checked if missing. */
  reported?: Reported;
};

/** What the service says about those who got nothing, by the end of a run. */
export type Reported = {
  rows: readonly { person: string; localDate: string; channel: Channel; state: string }[];
  /** The dates that people have missed, whatever the channel. */
  missedDays: readonly { person: string; localDate: string }[];
  /** Alerts about misses: of a date, a zone, and the channels that it names. */
  alerts: readonly { localDate: string; timezone: string; channels: string; at: Date }[];
  /** When the run ended. */
  at: Date;
};

/**
 * Something that people, editors, or providers did, at the moment when the service had stored it, or had
 * refused what an editor asked for.
 */
export type Input = { at: Date } & (
  | {
      kind: "signed_up";
      /** Any name that stays the same: our subscriber ID, for example. */
      person: string;
      email: string;
      phone: string | null;
      timezone: string;
      isOn: Record<Channel, boolean>;
    }
  | { kind: "moved"; person: string; timezone: string }
  | { kind: "switched"; person: string; channel: Channel; isOn: boolean }
  | { kind: "phone_changed"; person: string; phone: string }
  | { kind: "email_changed"; person: string; email: string }
  /** A cancellation, a failed payment, a renewal: whether they're entitled from now on. */
  | { kind: "entitled"; person: string; isEntitled: boolean }
  | { kind: "deleted"; person: string }
  /** STOP and START, bounces, complaints. */
  | { kind: "suppressed"; channel: Channel; address: string; isSuppressed: boolean }
  /** The date's active message, as a part of every email and text with it; null for none. */
  | { kind: "message"; localDate: string; text: string | null }
  /** Whether the date is to be a day without a briefing. */
  | { kind: "day_off"; localDate: string; isDayOff: boolean }
);

/** A message that a provider accepted. */
export type Accepted = {
  channel: Channel;
  to: string;
  /** The provider's own, if known. */
  id?: string;
  /** Which of the provider's indexes it is in, if there are several. */
  stream?: string;
  /** Ours, such as `email:2026-11-23:1042`; null when the provider wasn't given one. */
  deliveryId: string | null;
  text: string;
  /** When our call began, if known. Later than this, it was out of our hands. */
  sentAt?: Date;
  acceptedAt: Date;
  /** When it reached the recipient, if known and if it did. */
  arrivedAt?: Date;
  /** When our call ended without a result, if it did. */
  unansweredAt?: Date;
  /** From when on we know that it was accepted, from the response or a webhook; never, if missing. */
  knownAt?: Date;
};

/** An answer of a provider's search. */
export type Search = {
  channel: Channel;
  at: Date;
  /** The provider's IDs of the messages that were asked about, also of those that it accepted later. */
  about: ReadonlySet<string>;
  /** Everything that such a search could show at the time, including what isn't a briefing. */
  shown: readonly { id: string; acceptedAt: Date; stream?: string }[];
};

export type Refused = { channel: Channel; to: string; at: Date };

export type Trouble = { from: Date; until: Date };

/**
 * What can go wrong. `unwanted`: to someone who had stopped, or on a day off. `wrong`: with a text that wasn't current.
 * `health`: what the health check says isn't so.
 */
export type ViolationKind =
  | "lost"
  | "doubled"
  | "early"
  | "late"
  | "unwanted"
  | "wrong"
  | "ledger"
  | "health";

export type Violation = {
  kind: ViolationKind;
  localDate: string;
  channel: Channel;
  /** Email address or number. */
  address: string;
  detail: string;
};
