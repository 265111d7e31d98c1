/** The two ways a briefing reaches somebody. */
export const channels = ["email", "sms"] as const;

/** A way a briefing reaches somebody. */
export type Channel = (typeof channels)[number];
