import { z } from "zod";

/** Exact sentences of the calls around login and account (spec, section 8). */
export const accountSentences = {
  loggedOut: "Logged out",
} as const;

/**
 * A subscriber as their own browser knows them (spec, section 3): what `GET /api/user` answers, and
 * what local storage keeps under `userData` for display alone.
 */
export const userDataSchema = z.object({
  email: z.string(),
  /** One of the five IANA names. */
  timezone: z.string(),
  /** A `SubscriptionStatusLabel`; a missing one displays as Active. */
  status: z.string().nullable(),
  /** Paddle's id; null for somebody without a subscription, or with one that was imported. */
  subscriptionId: z.string().nullable(),
  /** `YYYY-MM-DD` in the person's own timezone. */
  firstChargeDate: z.string().nullable(),
  /** `YYYY-MM-DD` in the person's own timezone; null when no charge follows. */
  nextChargeDate: z.string().nullable(),
  name: z.string().nullable(),
  /** E.164. */
  phone: z.string().nullable(),
});

/** A subscriber as their own browser knows them. */
export type UserData = z.infer<typeof userDataSchema>;
