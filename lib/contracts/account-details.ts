import { z } from "zod";
import { brand } from "../brand";
import type { UserData } from "./account";
import { cancellationPreferences } from "./billing";
import type { PlanName } from "./plans";
import { timezoneSchema } from "./timezones";

/** Exact sentences of the calls behind the account details (spec, section 8). */
export const accountDetailsSentences = {
  updated: "Account updated",
  cancelled: "Subscription cancelled",
  emailRequired: "Please enter your email",
  notYourEmail: "This email is not the one of your account.",
  notYourSubscription: "This subscription is not yours.",
  subscriptionIdInvalid: "The subscription id must be text.",
  preferenceInvalid: "Please choose when the briefing shall stop.",
  channelInvalid: "Please say on or off for email, text or both.",
  channelsSaved: "Delivery settings saved",
  emailReturned:
    "Mail to your address came back, so we cannot turn email on. Please contact us to set it right.",
  emailReported:
    "Our mail was reported as spam from your address, so we cannot turn email on. Please contact us to set it right.",
  phoneUnchanged: "This is your number already.",
  codeSent: "We sent you a code",
  codeInvalid: "Please enter the six digits of the code.",
  codeWrong: "This is not the code we sent. Please look again.",
  codeOver: "This code no longer works. Please ask for a new one.",
  phoneChanged: "Your number was changed",
} as const;

const say = accountDetailsSentences;

const emailSchema = z.string({ error: say.emailRequired }).trim().min(1, say.emailRequired);

/** Body of `POST /api/user/update`. The e-mail cannot be changed: it says whose account is meant. */
export const accountUpdateSchema = z.object({ email: emailSchema, timezone: timezoneSchema });

/** What `POST /api/user/update` takes. */
export type AccountUpdate = z.output<typeof accountUpdateSchema>;

/** Body of `POST /api/subscription/cancel`; the id is empty for a subscription that has none. */
export const cancellationSchema = z.object({
  email: emailSchema,
  subscriptionId: z.string({ error: say.subscriptionIdInvalid }),
  emailPreference: z.enum(cancellationPreferences, { error: say.preferenceInvalid }),
});

/** What `POST /api/subscription/cancel` takes. */
export type Cancellation = z.output<typeof cancellationSchema>;

const switchSchema = z.boolean({ error: say.channelInvalid }).optional();

/** Body of `POST /api/user/channels`: one switch or both. */
export const channelSwitchesSchema = z
  .object({ emailEnabled: switchSchema, smsEnabled: switchSchema })
  .refine(
    ({ emailEnabled, smsEnabled }) => emailEnabled !== undefined || smsEnabled !== undefined,
    { error: say.channelInvalid, path: ["emailEnabled"] },
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
    .string({ error: say.codeInvalid })
    .transform((code) => code.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, say.codeInvalid)),
});

/**
 * The text that brings the code. It is the first to its number, so it says all that a first one
 * has to: who, how often, what it costs, how it ends (CTIA Messaging Principles). One segment.
 */
export const phoneCodeText = (code: string) =>
  `${brand.name}: your code is ${code}. It allows 1 text each weekday to this number. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`;
