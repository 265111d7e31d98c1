import { dayMs, minuteMs } from "@/lib/calendar/units";

/** At most `hits` per window. The window starts with its first hit. */
export type Limit = { readonly hits: number; readonly windowMs: number };

/** All rate limits, counted across all processes (docs/product-spec.md, section 15.1). */
export const limits = {
  loginLinkPerEmail: { hits: 5, windowMs: 15 * minuteMs },
  loginLinksPerEmailPerDay: { hits: 15, windowMs: dayMs },
  /** How many of the day's emails unknown browsers can trigger, once someone has logged in. */
  loginLinksOfOthersPerDay: { hits: 10, windowMs: dayMs },
  loginLinkPerAddress: { hits: 30, windowMs: 15 * minuteMs },
  verificationFailuresPerAddress: { hits: 30, windowMs: 15 * minuteMs },
  adminLoginFailuresPerAddress: { hits: 10, windowMs: 15 * minuteMs },
  adminCodeFailures: { hits: 10, windowMs: 15 * minuteMs },
  adminCodeFailuresPerDay: { hits: 50, windowMs: dayMs },
  adminPasswordChecks: { hits: 10, windowMs: 15 * minuteMs },
  /** This many failures of all administrators together are a burst. */
  adminLoginBurst: { hits: 10, windowMs: 15 * minuteMs },
  webhookFailuresPerAddress: { hits: 30, windowMs: 15 * minuteMs },
  /** This many failures of all callers of a provider's webhooks together are a burst. */
  webhookFailureBurst: { hits: 30, windowMs: 15 * minuteMs },
  apiCallsPerToken: { hits: 300, windowMs: minuteMs },
  doctorRunsPerAdmin: { hits: 10, windowMs: 5 * minuteMs },
  adminInvitationsPerAdmin: { hits: 30, windowMs: 60 * minuteMs },
  adminInvitationsPerAddress: { hits: 30, windowMs: 15 * minuteMs },
  cspReportsPerAddress: { hits: 60, windowMs: 15 * minuteMs },
  browserErrorsPerAddress: { hits: 20, windowMs: 15 * minuteMs },
  onboardingPerAddress: { hits: 30, windowMs: 15 * minuteMs },
  /** Uids that we don't know, each of which costs calls to Paddle. */
  purchaseLookupsPerAddress: { hits: 10, windowMs: 15 * minuteMs },
  /** The result of a lookup is remembered this long. */
  purchaseLookupPerUid: { hits: 1, windowMs: 10_000 },
  postSearchesPerAddress: { hits: 60, windowMs: minuteMs },
  textPerNumber: { hits: 1, windowMs: 30_000 },
  textsPerNumberPerDay: { hits: 5, windowMs: dayMs },
  textsPerAddressPerDay: { hits: 10, windowMs: dayMs },
  textsPerSubscriberPerDay: { hits: 10, windowMs: dayMs },
  storiesPerNumberPerDay: { hits: 15, windowMs: dayMs },
  unclearRepliesPerNumber: { hits: 1, windowMs: dayMs },
  numbersPerSubscriberPerDay: { hits: 3, windowMs: dayMs },
  imagesPerAdmin: { hits: 100, windowMs: 10 * minuteMs },
  briefingTestsPerAdmin: { hits: 20, windowMs: 60 * minuteMs },
  resendPerChannel: { hits: 1, windowMs: 10 * minuteMs },
  resendsPerDay: { hits: 3, windowMs: dayMs },
  /** Of one administrator or token, in single and bulk actions together. */
  actionsOnSubscribersPerDay: { hits: 1_000, windowMs: dayMs },
  /** Until Paddle lists a refund, a second request can't see it. */
  refundPerSubscription: { hits: 1, windowMs: 20_000 },
  emailChangesPerSubscriberPerDay: { hits: 5, windowMs: dayMs },
  emailChangesPerAddressPerDay: { hits: 3, windowMs: dayMs },
  billingPortalPerSubscriber: { hits: 10, windowMs: 15 * minuteMs },
  /** Longer than Paddle takes to charge a card, so that a second try can see whether the first one worked. */
  chargePerSubscription: { hits: 1, windowMs: 3 * minuteMs },
  exportsPerSubscriber: { hits: 5, windowMs: 15 * minuteMs },
  deletionTriesPerSubscriber: { hits: 10, windowMs: 15 * minuteMs },
} as const satisfies Record<string, Limit>;

/**
 * How many subscribers the team has to suppress, pause, cancel, or erase within a day for the operator to be
 * told: at least this many people, and this percentage of all.
 */
export const unusualShare = { people: 50, percent: 1 } as const;

/** An IPv6 /48 may use this many times the limit of one of its /64s. */
export const ipv6SiteFactor = 10;

/** Largest CSV file, in bytes and characters. */
export const csvLimitBytes = 50 * 1024 * 1024;

/** Largest request bodies, in bytes; a larger one gets a 413. */
export const bodyLimitsBytes = {
  default: 64 * 1024,
  post: 1024 * 1024,
  image: 20 * 1024 * 1024,
  /** JSON needs two characters for a quotation mark or a line break. */
  csvAsJson: 2 * csvLimitBytes,
  /** An export of another site. */
  archive: 100 * 1024 * 1024,
  webhook: 1024 * 1024,
  /** Of a webhook. Web frameworks commonly take 100 KB, so nobody sends more. */
  webhookForm: 128 * 1024,
  cspReport: 16 * 1024,
  browserError: 16 * 1024,
} as const;

/** Fields in a form, parameters in a query, and cookies. Twilio sends about 30, a browser up to 180. */
export const maxFields = 200;

/**
 * Limits of uploaded images, for how long one that nothing uses stays after someone chose it, and how many
 * are deleted at once.
 */
export const imageLimits = {
  pixels: 50_000_000,
  altLength: 500,
  /** A text that uses it may not be saved yet. */
  unusedDays: 7,
  deletedAtOnce: 200,
} as const;

/** How many numbers a purchase can try during onboarding, before the consent to texts. */
export const maxOnboardingNumbers = 3;

/** How often the address of a finished sign-up can be changed with its uid, and for how many hours. */
export const addressChangeLimits = { changes: 3, hours: 24 } as const;

/** How many briefings in a row a paying subscriber misses on every channel before we write to them. */
export const unreachableBriefings = 3;
