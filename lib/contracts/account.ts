import { z } from "zod";
import { cancellationPreferences } from "./billing";
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

/**
 * The header of `GET /api/auth/verify` that says that a person pressed Continue. It is sent by that
 * button's handler alone, and no other site can make a browser send it.
 */
export const loginConfirmedHeader = "x-login-confirmed";

/** Code of the refusal that asks for it. */
export const confirmationRequiredCode = "confirmation_required";

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

/** What `GET /api/auth/verify` answers. */
export const verifyAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  user: userDataSchema,
  /** The checkout's uid of a buyer who has not finished the sign-up. */
  onboardingUid: z.string().optional(),
});

/** What `GET /api/auth/verify` answers. */
export type VerifyAnswer = z.infer<typeof verifyAnswerSchema>;

const messages = accountMessages;

const emailSchema = z
  .string({ error: messages.emailRequired })
  .trim()
  .min(1, messages.emailRequired);

/** Body of `POST /api/user/update`. The e-mail cannot be changed: it says whose account is meant. */
export const accountUpdateSchema = z.object({ email: emailSchema, timezone: timezoneSchema });

/** What `POST /api/user/update` takes. */
export type AccountUpdate = z.output<typeof accountUpdateSchema>;

/** Body of `POST /api/subscription/cancel`; the id is empty for a subscription that has none. */
export const cancellationSchema = z.object({
  email: emailSchema,
  subscriptionId: z.string({ error: messages.subscriptionIdInvalid }),
  emailPreference: z.enum(cancellationPreferences, { error: messages.preferenceInvalid }),
});

/** What `POST /api/subscription/cancel` takes. */
export type Cancellation = z.output<typeof cancellationSchema>;

const switchSchema = z.boolean({ error: messages.channelInvalid }).optional();

/** Body of `POST /api/user/channels`: one switch or both. */
export const channelSwitchesSchema = z
  .object({ emailEnabled: switchSchema, smsEnabled: switchSchema })
  .refine(
    ({ emailEnabled, smsEnabled }) => emailEnabled !== undefined || smsEnabled !== undefined,
    { error: messages.channelInvalid, path: ["emailEnabled"] },
  );

/** What `POST /api/user/channels` takes. */
export type ChannelSwitches = z.output<typeof channelSwitchesSchema>;

/** What the account details show. Days are `YYYY-MM-DD` in the person's own timezone. */
export type AccountView = {
  /** What the browser keeps under `userData`. */
  user: UserData;
  /** Null without a subscription, or with one that was imported without its plan. */
  plan: PlanName | null;
  /** How the subscription stands, in Paddle's words; null without one. */
  standing: "trialing" | "active" | "past_due" | "paused" | "canceled" | null;
  /** Whether there is something to cancel. */
  canCancel: boolean;
  /** Whether the next briefing comes, as far as the subscription goes. */
  isServed: boolean;
  /** After a cancellation the day until which the briefing still comes; null when none does. */
  servedUntilDate: string | null;
  email: {
    isOn: boolean;
    /** Why nothing arrives, though it may be on: mail came back, or was reported as spam. */
    problem: "returned" | "reported" | null;
  };
  sms: {
    isOn: boolean;
    /** E.164, consented to; null when there is none yet. */
    phoneNumber: string | null;
    /** Why nothing arrives, though it may be on: the number said STOP, or cannot get texts. */
    problem: "stopped" | "unreachable" | null;
    /** A new number that waits for its code. */
    pendingNumber: string | null;
  };
};

/** Body of `POST /api/user/phone/confirm`; spaces between the digits do not count. */
export const phoneCodeSchema = z.object({
  code: z
    .string({ error: messages.codeInvalid })
    .transform((code) => code.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, messages.codeInvalid)),
});

/** Body of `POST /api/user/delete`: the account's own address, typed. */
export const deleteAccountSchema = z.object({
  email: z
    .string({ error: accountDataMessages.emailRequired })
    .trim()
    .min(1, accountDataMessages.emailRequired)
    .max(254, accountDataMessages.emailDiffers),
});
