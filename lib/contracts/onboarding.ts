import { z } from "zod";
import { brand, productUidField } from "../brand";
import { emailAddressSchema } from "./email-address";
import { timezoneSchema } from "./timezones";

/** Exact sentences of the onboarding calls and screens (spec, sections 2, 5 and 8). */
export const onboardingSentences = {
  termsRequired: "You must agree to the Terms of Service and Privacy Policy to continue",
  uidRequired: `${brand.name} UID is required`,
  uidInvalid: `This is no ${brand.name} UID. Please open the link that you got after your payment.`,
  saved: "Welcome! Your account is ready.",
  accountNotFound:
    "We couldn't find your account. Please use the same email as at payment, or contact us for help.",
  emailActive:
    "This email has an active or trialing subscription. Please choose another email address.",
  emailTaken: "This email is already registered. Please use another email address, or contact us.",
  finished: "This sign-up is finished. Please log in to change your details.",
  paymentsUnavailable:
    "We could not reach our payment provider. Please try again in a moment. You will not be charged twice.",
  trialUsed: "A free trial was already used for this person. Please contact us.",
  notFound: "Not found.",
  smsAgreementRequired: "You must agree to receive SMS messages to continue",
  idInvalid: "The id must be a whole number.",
  phoneRequired: "Please enter a phone number",
  phoneInvalid: "Please enter a valid phone number, with its country code.",
  phoneMissing: "Please enter a phone number first.",
  phoneSaved: "Phone number saved",
  phoneStopped:
    "This number has opted out of our texts. Reply START to any of them to allow texts again.",
  phoneRefused: "This number cannot receive texts. Please enter another one.",
  consentSaved: "Thanks! You will get our texts.",
  confirmationSent: "Confirmation text sent",
  confirmationFailed: "Failed to send confirmation text",
} as const;

/** What a person ticks before texts may reach them; kept with the consent as it was shown. */
export const smsConsentWording = `I agree to receive ${brand.name} texts: 1 message per day, message and data rates may apply, reply STOP to cancel.`;

/** What a person ticks at e-mail onboarding; kept with the consent as it was shown. */
export const termsWording = "I agree to the Terms of Service and Privacy Policy";

/** Spellings of the uid in the address of `/onboarding` (spec, section 2; decisions, "Brand"). */
export const uidQueryNames = ["uid", "paddle_uid", "paddleUid", productUidField] as const;

const longestUid = 200;

/** The checkout's uid: `uid_` and what the browser drew, or whatever else stood in the address. */
export const uidSchema = z
  .string({ error: onboardingSentences.uidRequired })
  .min(1, onboardingSentences.uidRequired)
  .max(longestUid, onboardingSentences.uidInvalid)
  .regex(/^[\w.~:-]+$/, onboardingSentences.uidInvalid);

/** Body of `POST /api/email-onboarding`; the uid's field carries the product's name. */
export const emailOnboardingSchema = z.object({
  [productUidField]: uidSchema,
  email: emailAddressSchema,
  timezone: timezoneSchema,
  termsAgreed: z.literal(true, { error: onboardingSentences.termsRequired }),
});

/** A checked e-mail onboarding submission. */
export type EmailOnboarding = z.output<typeof emailOnboardingSchema>;

/** Body of `POST /api/sms-consent`. */
export const smsConsentSchema = z.object({
  id: z
    .int({ error: onboardingSentences.idInvalid })
    .min(1, onboardingSentences.idInvalid)
    .max(2_147_483_647, onboardingSentences.idInvalid),
  smsAgreed: z.literal(true, { error: onboardingSentences.smsAgreementRequired }),
});

/** Body of `POST /api/send-confirmation-sms` and `POST /api/onboarding/{id}/phone`; digits as typed. */
export const phoneNumberSchema = z.object({
  phoneNumber: z
    .string({ error: onboardingSentences.phoneRequired })
    .trim()
    .min(1, onboardingSentences.phoneRequired)
    .max(32, onboardingSentences.phoneInvalid)
    .regex(/^\+?[\d ().-]+$/, onboardingSentences.phoneInvalid),
});

/** An onboarding record as its own browser reads it. */
export type OnboardingView = {
  id: number;
  email: string | null;
  timezone: string | null;
  /** E.164. */
  phoneNumber: string | null;
};

/** What `GET /api/onboarding/{id}` answers. */
export const onboardingAnswerSchema = z.object({
  data: z.object({
    id: z.int(),
    email: z.string().nullable(),
    timezone: z.string().nullable(),
    phoneNumber: z.string().nullable(),
  }),
});

/** What `POST /api/email-onboarding` answers. */
export const emailOnboardingAnswerSchema = z.object({ id: z.int(), message: z.string() });
