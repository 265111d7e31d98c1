import { z } from "zod";

/** Why someone no longer pays. Paddle doesn't ask, so this is what we know ourselves. */
export const cancelReasons = [
  "payment_failed",
  "at_period_end",
  "stopped",
  "refunded",
  "paused",
  "account_deleted",
  "by_us",
  "at_paddle",
] as const;

export type CancelReason = (typeof cancelReasons)[number];

/** The answers to why someone cancels. */
export const leaveAnswers = [
  "too_expensive",
  "not_useful",
  "no_time",
  "too_much_email",
  "something_else",
  "other",
] as const;

export type LeaveAnswer = (typeof leaveAnswers)[number];

/** How MRR can change. */
const movements = ["new", "expansion", "contraction", "churned"] as const;

/** Figures whose rows can be listed. */
export const moneyFigures = [
  "mrr",
  "paying",
  "past_due",
  ...movements,
  "trial_started",
  "converted",
  "canceled",
  "charged",
  "refunded",
] as const;

export type MoneyFigure = (typeof moneyFigures)[number];

export const moneyEndpoints = {
  overview: "/api/admin/money",
  rows: "/api/admin/money/rows",
  csv: "/api/admin/money/csv",
} as const;

/** The time zone of the months and days in all figures. */
export const moneyTimezone = "America/New_York";

export const moneyPeriods = ["90d", "12m", "all"] as const;

export type MoneyPeriod = (typeof moneyPeriods)[number];

/** A month as `YYYY-MM`. */
export const monthSchema = z
  .string({ error: "Please enter a month as YYYY-MM" })
  .regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/, "Please enter a month as YYYY-MM");

/** ISO 4217 code. */
const currencySchema = z.string().regex(/^[A-Z]{3}$/, "Please enter a currency such as USD");

export const moneyQuerySchema = z.object({
  period: z.enum(moneyPeriods).default("12m"),
  currency: currencySchema.optional(),
});

/** Rows of one page, at most. */
const maxRows = 200;

export const moneyRowsQuerySchema = z.object({
  figure: z.enum(moneyFigures),
  month: monthSchema.optional().describe("The current one by default"),
  currency: currencySchema.optional(),
  cursor: z.string().max(300).optional().describe("`nextCursor` of the previous page"),
  limit: z.coerce.number().int().min(1).max(maxRows).default(50),
});

const cents = z.number().int();
const count = z.number().int();

const movementSchema = z.object({
  month: monthSchema,
  isComplete: z.boolean(),
  new: cents,
  expansion: cents,
  contraction: cents,
  churned: cents,
  net: cents,
  /** At the end of the month. */
  mrr: cents,
  trialsStarted: count,
  signedUp: count,
  converted: count,
  canceled: count,
  charged: cents,
  refunded: cents,
  refunds: count,
});

export type MoneyMonth = z.infer<typeof movementSchema>;

const planSchema = z.object({
  plan: z.string(),
  subscribers: count,
  /** Price of a period for one subscriber; null when they pay different prices. */
  price: cents.nullable(),
  mrr: cents,
  /** Charged in the period shown. */
  charged: cents,
});

/** All money is in the smallest unit of `currency`, before tax. */
export const moneyOverviewSchema = z.object({
  currency: z.string(),
  /** All currencies with charges or subscriptions, the largest first. */
  currencies: z.array(z.string()),
  timezone: z.string(),
  /** Today, in that zone. */
  today: z.string(),
  mrr: cents,
  arr: cents,
  /** A year ago; null when there is no figure. */
  arrYearAgo: cents.nullable(),
  paying: count,
  pastDue: count,
  trialing: count,
  paused: count,
  /** Of the last complete month, and of the one before: lost MRR ÷ MRR on the first day. */
  churn: z.array(
    z.object({ month: monthSchema, lost: cents, base: cents, rate: z.number().nullable() }),
  ),
  months: z.array(movementSchema),
  /** On each seventh day. */
  weeks: z.array(
    z.object({ day: z.string(), paying: count, trialing: count, pastDue: count, paused: count }),
  ),
  /** Of people whose trial started in the last complete month. */
  funnel: z.object({
    month: monthSchema,
    trials: count,
    signedUp: count,
    paid: count,
    /** Share that paid, and that of the month before; null without trials. */
    rate: z.number().nullable(),
    rateBefore: z.number().nullable(),
  }),
  cohorts: z.array(
    z.object({
      month: monthSchema,
      subscribers: count,
      /** Still paying after 0, 1, 2, … months. */
      paying: z.array(count),
    }),
  ),
  plans: z.array(planSchema),
  /** Of the last complete month; of this month when there is none. */
  reasons: z.object({
    month: monthSchema,
    rows: z.array(z.object({ reason: z.enum(cancelReasons), subscribers: count })),
  }),
  /** Why people who canceled in the period say they left, the most frequent first. */
  answers: z.object({
    rows: z.array(z.object({ answer: z.enum(leaveAnswers), people: count })),
    /** The newest five that they wrote. */
    comments: z.array(z.object({ comment: z.string(), at: z.iso.datetime() })),
  }),
  /** People who get the briefing for free now, because the team gave it to them. */
  gifts: count,
  retries: z.object({
    subscribers: count,
    amount: cents,
    /** The oldest ten. */
    rows: z.array(
      z.object({
        subscriptionId: z.string(),
        subscriberId: z.number().int().nullable(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        plan: z.string().nullable(),
        amount: cents,
        currency: z.string(),
        reason: z.string().nullable(),
        attempts: count,
        since: z.iso.datetime(),
      }),
    ),
  }),
  /** The latest comparison with Paddle's own list; null before the first one. */
  check: z
    .object({
      at: z.iso.datetime(),
      paying: count,
      paddlePaying: count,
      mrr: cents,
      paddleMrr: cents,
      matches: z.boolean(),
    })
    .nullable(),
});

export type MoneyOverview = z.infer<typeof moneyOverviewSchema>;

export const moneyRowSchema = z.object({
  key: z.string(),
  kind: z.string(),
  at: z.iso.datetime(),
  subscriptionId: z.string(),
  /** Null once the account is deleted, or before there is one. */
  subscriberId: z.number().int().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  plan: z.string().nullable(),
  currency: z.string().nullable(),
  /** What it adds to the figure: change of MRR, MRR, or the amount charged or refunded. */
  amount: cents,
  reason: z.string().nullable(),
});

export type MoneyRow = z.infer<typeof moneyRowSchema>;

export const moneyRowsSchema = z.object({
  rows: z.array(moneyRowSchema),
  /** For the next page; null on the last one. */
  nextCursor: z.string().nullable(),
});

export type MoneyRows = z.infer<typeof moneyRowsSchema>;
