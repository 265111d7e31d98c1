import { z } from "zod";
import { productUidField } from "../brand";
import { emailAddressSchema } from "./primitives";
import { timezoneSchema } from "./timezones";
import { onboardingMessages } from "../messages/onboarding";

/** Spellings of the uid in the address of `/onboarding` (spec, section 2; decisions, "Brand"). */
export const uidQueryNames = ["uid", "paddle_uid", "paddleUid", productUidField] as const;

const longestUid = 200;

/** The checkout's uid: `uid_` and what the browser drew, or whatever else stood in the address. */
export const uidSchema = z
  .string({ error: onboardingMessages.uidRequired })
  .min(1, onboardingMessages.uidRequired)
  .max(longestUid, onboardingMessages.uidInvalid)
  .regex(/^[\w.~:-]+$/, onboardingMessages.uidInvalid);

/** Body of `POST /api/email-onboarding`; the uid's field carries the product's name. */
export const emailOnboardingSchema = z.object({
  [productUidField]: uidSchema,
  email: emailAddressSchema,
  timezone: timezoneSchema,
  termsAgreed: z.literal(true, { error: onboardingMessages.termsRequired }),
});

/** A checked e-mail onboarding submission. */
export type EmailOnboarding = z.output<typeof emailOnboardingSchema>;

/** Body of `POST /api/sms-consent`. */
export const smsConsentSchema = z.object({
  id: z
    .int({ error: onboardingMessages.idInvalid })
    .min(1, onboardingMessages.idInvalid)
    .max(2_147_483_647, onboardingMessages.idInvalid),
  smsAgreed: z.literal(true, { error: onboardingMessages.smsAgreementRequired }),
});

/** Body of `POST /api/send-confirmation-sms` and `POST /api/onboarding/{id}/phone`; digits as typed. */
export const phoneNumberSchema = z.object({
  phoneNumber: z
    .string({ error: onboardingMessages.phoneRequired })
    .trim()
    .min(1, onboardingMessages.phoneRequired)
    .max(32, onboardingMessages.phoneInvalid)
    .regex(/^\+?[\d ().-]+$/, onboardingMessages.phoneInvalid),
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
