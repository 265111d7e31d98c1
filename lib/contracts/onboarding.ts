import { priceSchema, type Price } from "./money";
import { z } from "zod";
import { productUidField } from "../brand";
import { httpMessages } from "../messages/http";
import { onboardingMessages } from "../messages/onboarding";
import { sendableAddressSchema } from "./primitives";
import { timezoneSchema } from "./timezones";

/** Query parameters of `/onboarding` that can hold the checkout's uid (docs/product-spec.md, section 5.2). */
export const uidQueryNames = ["uid", "paddle_uid", "paddleUid", productUidField] as const;

/** Codes of the errors that the email onboarding screen treats differently. */
export const onboardingErrorCodes = {
  uidRequired: "uid_required",
  accountNotFound: "account_not_found",
  emailActive: "duplicate_active_email",
  /** It's their second trial, which isn't served and won't be charged. */
  trialUsed: "trial_used",
  /** A briefing is on its way. */
  deliveryPending: "delivery_pending",
} as const;

/** Why an address can't be confirmed, in the page's address. */
export const confirmationRefusalSchema = z.enum(["subscribed", "sending", "trial"]);

export type ConfirmationRefusal = z.output<typeof confirmationRefusalSchema>;

const longestUid = 200;

/** The checkout's uid: `uid_` and random characters. */
export const uidSchema = z.preprocess(
  // A missing uid and one that isn't text answer the same error.
  (value) => (typeof value === "string" ? value : ""),
  z
    .string()
    .refine((uid) => uid !== "", {
      error: onboardingMessages.uidRequired,
      params: { code: onboardingErrorCodes.uidRequired },
      abort: true,
    })
    .max(longestUid, onboardingMessages.uidInvalid)
    .regex(/^[\w.~:-]+$/, onboardingMessages.uidInvalid),
);

/** Body of `POST /api/email-onboarding`. */
export const emailOnboardingSchema = z.object({
  [productUidField]: uidSchema,
  email: sendableAddressSchema,
  timezone: timezoneSchema,
  termsAgreed: z.literal(true, { error: onboardingMessages.termsRequired }),
});

/** A valid email onboarding submission. */
export type EmailOnboarding = z.output<typeof emailOnboardingSchema>;

const { invalidId } = httpMessages;

/** Body of `POST /api/sms-consent`. */
export const smsConsentSchema = z.object({
  id: z.int({ error: invalidId }).min(1, invalidId).max(2_147_483_647, invalidId),
  smsAgreed: z.literal(true, { error: onboardingMessages.smsAgreementRequired }),
});

/** Body of `POST /api/send-confirmation-sms` and `POST /api/onboarding/{id}/phone`. */
export const phoneNumberSchema = z.object({
  phoneNumber: z
    .string({ error: onboardingMessages.phoneRequired })
    .trim()
    .min(1, onboardingMessages.phoneRequired)
    .max(32, onboardingMessages.phoneInvalid)
    .regex(/^\+?[\d ().-]+$/, onboardingMessages.phoneInvalid),
});

/** What happened to the confirmation text. */
export const confirmationTextSchema = z.enum([
  /** Consent to texts is missing. */
  "not_requested",
  /** The call to the provider is under way, or was interrupted. */
  "sending",
  /** The provider took it. */
  "sent",
  /** The provider may have taken it. */
  "unconfirmed",
  /** The provider didn't take it. */
  "failed",
  /** A limit on texts stopped it. */
  "limited",
  /** The number replied STOP. */
  "opted_out",
  /** The number can't receive our texts. */
  "refused",
  /** We don't text the number's country. */
  "unsupported_country",
]);

/** A value of `confirmationTextSchema`. */
export type ConfirmationText = z.infer<typeof confirmationTextSchema>;

const onboardingViewSchema = z.object({
  id: z.int(),
  email: z.string().nullable(),
  timezone: z.string().nullable(),
  /** E.164. */
  phoneNumber: z.string().nullable(),
  confirmationText: confirmationTextSchema.describe("What happened to the confirmation text"),
  firstCharge: z
    .object({ price: priceSchema, at: z.string().describe("ISO instant") })
    .nullable()
    .describe(
      "When the free trial ends and what is charged then; null if there's no trial or it was canceled",
    ),
});

/** An onboarding record as shown to its buyer. */
export type OnboardingView = z.infer<typeof onboardingViewSchema>;

/** Response of `GET /api/onboarding/{id}`. */
export const onboardingAnswerSchema = z.object({ data: onboardingViewSchema });

/** Response of `POST /api/email-onboarding`. */
export const emailOnboardingAnswerSchema = z.object({ id: z.int(), message: z.string() });

/** A buyer who has yet to sign up. */
export type Buyer = {
  /** As entered at checkout. */
  email: string;
  price: Price;
  firstChargeAt: Date | null;
};
