// The words of the onboarding screens that the specification gives (sections 2 and 8) and that no
// call carries. They stand apart from the schemas, so that a screen without a form needs none.

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

/** Milliseconds between two confirmation texts (decisions, "Wire details"). */
export const resendWaitMs = 30_000;
