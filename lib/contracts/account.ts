import { z } from "zod";
import { leaveAnswers } from "./admin/money";
import { cancellationPreferences, type PaddleStatus, type StartOffer } from "./billing";
import { addDays, isWeekday, localDateSchema, nextWeekday } from "@/lib/calendar/days";
import type { Money, Price } from "./money";
import type { PlanName } from "./plans";
import { emailAddressSchema } from "./primitives";
import { timezoneSchema } from "./timezones";
import { accountDataMessages, accountMessages, loginMessages } from "../messages/account";

/** Body of `POST /api/auth/magic-link`. */
export const magicLinkSchema = z.object({
  email: z
    .string({ error: loginMessages.emailRequired })
    .trim()
    .min(1, loginMessages.emailRequired)
    .pipe(emailAddressSchema),
});

/** Query of `GET /api/auth/verify`. */
export const verifyQuerySchema = z.object({
  token: z
    .string({ error: loginMessages.tokenMissing })
    .min(1, loginMessages.tokenMissing)
    .max(200, loginMessages.linkInvalid),
});

/** Code of the 404 for an email address that no subscriber has. */
export const accountNotFoundCode = "account_not_found";

/**
 * Header of `GET /api/auth/verify` that says the user pressed Continue. Only that button's handler
 * sends it, and no other site can make a browser send it.
 */
export const loginConfirmedHeader = "x-login-confirmed";

/** Code of the 409 that asks for that header. */
export const confirmationRequiredCode = "confirmation_required";

/**
 * Answer of `GET /api/user`. The browser stores it under `userData`, for display only
 * (docs/product-spec.md, section 2.4).
 */
export const userDataSchema = z.object({
  email: z.string(),
  /** IANA name. */
  timezone: z.string(),
  /** A `SubscriptionStatusLabel`; a missing one displays as Active. */
  status: z.string().nullable(),
  /** Paddle's id; null without a subscription, or with an imported one. */
  subscriptionId: z.string().nullable(),
  /** `YYYY-MM-DD` in the subscriber's time zone. */
  firstChargeDate: z.string().nullable(),
  /** `YYYY-MM-DD` in the subscriber's time zone; null if no charge follows. */
  nextChargeDate: z.string().nullable(),
  name: z.string().nullable(),
  /** E.164. */
  phone: z.string().nullable(),
});

export type UserData = z.infer<typeof userDataSchema>;

/** Answer of `GET /api/auth/verify`. */
export const verifyAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  user: userDataSchema,
  /** The checkout uid, if the buyer hasn't finished onboarding. */
  onboardingUid: z.string().optional(),
});

export type VerifyAnswer = z.infer<typeof verifyAnswerSchema>;

const messages = accountMessages;

const emailSchema = z
  .string({ error: messages.emailRequired })
  .trim()
  .min(1, messages.emailRequired);

/** Body of `POST /api/user/update`. The email can't be changed; it must match the session's. */
export const accountUpdateSchema = z.object({ email: emailSchema, timezone: timezoneSchema });

export type AccountUpdate = z.output<typeof accountUpdateSchema>;

/** Body of `POST /api/subscription/cancel`; the id is empty if the subscription has none. */
export const cancellationSchema = z.object({
  email: emailSchema,
  subscriptionId: z.string({ error: messages.subscriptionIdInvalid }),
  emailPreference: z.enum(cancellationPreferences, { error: messages.preferenceInvalid }),
  answer: z.enum(leaveAnswers).optional().describe("Why they leave"),
  comment: z.string().trim().max(500).optional().describe("What they write about it"),
});

export type Cancellation = z.output<typeof cancellationSchema>;

const switchSchema = z.boolean({ error: messages.channelInvalid }).optional();

/** Body of `POST /api/user/channels`: one switch or both. */
export const channelSwitchesSchema = z
  .object({ emailEnabled: switchSchema, smsEnabled: switchSchema })
  .refine(
    ({ emailEnabled, smsEnabled }) => emailEnabled !== undefined || smsEnabled !== undefined,
    { error: messages.channelInvalid, path: ["emailEnabled"] },
  );

export type ChannelSwitches = z.output<typeof channelSwitchesSchema>;

/** What the account details show. Dates are `YYYY-MM-DD` in the subscriber's time zone. */
export type AccountView = {
  user: UserData;
  /** Null without a subscription, or with one imported without a plan. */
  plan: PlanName | null;
  /** Null without a subscription. */
  price: Price | null;
  /** Null without a subscription. */
  paddleStatus: PaddleStatus | null;
  /** Of a past-due subscription: what Paddle tries to charge again. */
  failedPayment: (Money & { reason: string | null; date: string }) | null;
  canChangePlan: boolean;
  /** The plan that it changes to, and when; null if it stays. */
  nextPlan: { plan: PlanName; date: string } | null;
  canCancel: boolean;
  /** Whether a scheduled cancellation can be withdrawn. */
  canKeep: boolean;
  /** What it costs to start without a trial, if this is a second free trial, which isn't served. */
  startOffer: StartOffer | null;
  /** Whether the subscription includes the next briefing. */
  isServed: boolean;
  /** After a cancellation, the last day with a briefing; null if there is none. */
  servedUntilDate: string | null;
  /** First and last date without a briefing, and whether today is one; null without a pause. */
  pause: (PauseDates & { isNow: boolean }) | null;
  email: {
    isOn: boolean;
    /** Why nothing arrives even if it's on: an email bounced, or was reported as spam. */
    problem: "bounced" | "reported" | null;
  };
  sms: {
    isOn: boolean;
    /** E.164, with consent; null if there is none yet. */
    phoneNumber: string | null;
    /** Why nothing arrives even if it's on: the number replied STOP, or can't receive texts. */
    problem: "stopped" | "unreachable" | null;
    /** A new number whose code hasn't been entered yet. */
    pendingNumber: string | null;
    /** ISO 3166 codes of those whose numbers get texts. */
    countries: readonly string[];
  };
};

/** Body of `POST /api/user/phone/confirm`; spaces in the code are ignored. */
export const phoneCodeSchema = z.object({
  code: z
    .string({ error: messages.codeInvalid })
    .transform((code) => code.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, messages.codeInvalid)),
});

/** Body of `POST /api/user/delete`: the account's address, typed to confirm. */
export const deleteAccountSchema = z.object({
  email: z
    .string({ error: accountDataMessages.emailRequired })
    .trim()
    .min(1, accountDataMessages.emailRequired)
    .max(254, accountDataMessages.emailDiffers),
});

/** Longest pause, in days. */
export const maxPauseDays = 366;

/** First and last date without a briefing, `YYYY-MM-DD`. */
export type PauseDates = { from: string; until: string };

/** Body of `POST /api/user/pause`. */
export const pauseDatesSchema = z.object({
  from: localDateSchema.describe("First date without a briefing"),
  until: localDateSchema.describe("Last date without a briefing"),
});

/** How many briefings a pause skips, and the date of the first one after it. */
export function effectOf({ from, until }: PauseDates): { skipped: number; backOn: string } {
  let skipped = 0;
  for (let date = from; date <= until; date = addDays(date, 1)) {
    if (isWeekday(date)) skipped += 1;
  }
  return { skipped, backOn: nextWeekday(until) };
}
