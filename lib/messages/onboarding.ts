import { brand } from "../brand";

/** Exact sentences of the onboarding calls and screens (spec, sections 2, 5 and 8). */
export const onboardingMessages = {
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

/** The e-mail onboarding screen. */
export const emailOnboardingScreen = {
  progress: "Create Your Account",
  submit: "Continue",
  notFoundTitle: "We couldn't find your account",
  notFoundAdvice: "Please use the same email as at payment, or",
  duplicateTitle: "Email already has an active subscription",
  duplicateAdvice:
    "This email has an active or trialing subscription. Please choose another email address.",
  emailTaken: "This email is already registered. Please use another email address.",
  failed: "An error occurred. Please try again.",
} as const;

/** What the screens of a record share. */
export const recordScreen = {
  errorTitle: "Error",
  errorText: "There was a problem retrieving your information.",
  goBack: "Go Back",
  missing: "—",
} as const;

/** The success screen. */
export const successScreen = {
  preferences: "Manage Preferences",
  textOffer: "Get it by text as well",
} as const;

/** The consent screen. */
export const consentScreen = {
  title: "Thanks for creating your account",
  submit: "Continue",
  failedTitle: "An error occurred",
} as const;

/** The confirmation screen. */
export const confirmationScreen = {
  resend: "Resend Text",
  sent: "Confirmation text sent",
  failedTitle: "Error sending text",
  failed: "Failed to send confirmation text",
} as const;
