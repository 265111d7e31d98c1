import { z } from "zod";
import { loginScreen, verifyScreen } from "./account-screens";
import { emailAddressSchema } from "./email-address";

/** Exact sentences of the calls around login and account (spec, section 8). */
export const accountSentences = {
  emailRequired: loginScreen.emailRequired,
  // "could not find" is what the login screen tells an unknown address by.
  accountNotFound: "We could not find this email. Only existing users can log in.",
  // "unavailable" is what the login screen tells trouble at the mail provider by.
  mailUnavailable:
    "Our email provider is unavailable at the moment, so no login link was sent. Please try again shortly.",
  mailDoubtful:
    "Our email provider is unavailable at the moment. If no login link arrives within a minute, please try again.",
  mailRefused: "Mails to this address come back. Please contact us to get in.",
  linkSent: loginScreen.sent,
  tokenMissing: verifyScreen.missingToken,
  linkInvalid: verifyScreen.invalidToken,
  linkExpired: "This login link has expired. Please request a new one.",
  linkUsed: "This login link was used already. Please request a new one.",
  linkReplaced:
    "A newer login link was sent after this one. Please open the newest, or request another.",
  confirmationRequired: "Please press Continue to log in.",
  loggedIn: "Login successful",
  loggedOut: "Logged out",
} as const;

/** Body of `POST /api/auth/magic-link`. */
export const magicLinkSchema = z.object({
  email: z
    .string({ error: accountSentences.emailRequired })
    .trim()
    .min(1, accountSentences.emailRequired)
    .pipe(emailAddressSchema),
});

/** Query of `GET /api/auth/verify`. */
export const verifyQuerySchema = z.object({
  token: z
    .string({ error: accountSentences.tokenMissing })
    .min(1, accountSentences.tokenMissing)
    .max(200, accountSentences.linkInvalid),
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
