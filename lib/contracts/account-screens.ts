// The words of the login screens that the specification gives (sections 2, 5 and 8) and that no call
// carries. They stand apart from the schemas, so that a screen's script carries none.

/** What the account screens share. */
export const accountScreen = {
  backToHome: "Back to Home",
} as const;

/** The screen that asks for a login link. */
export const loginScreen = {
  title: "Log in",
  submit: "Send Login Link",
  emailRequired: "Please enter your email",
  sent: "Login link sent",
  checkInbox: "Check your inbox",
  tryAnother: "Try a different email",
  notFoundTitle: "Account not found",
  notFoundText:
    "This email address is not associated with an active account. Only existing users can log in.",
  unavailableTitle: "Service temporarily unavailable",
  failedTitle: "Error sending login link",
} as const;

/** The screen that a login link leads to. */
export const verifyScreen = {
  verifying: "Verifying your login",
  submit: "Continue",
  welcome: "Welcome Back",
  signOut: "Sign Out",
  failedTitle: "Login Failed",
  failedToast: "Login failed",
  missingToken: "Invalid login link. Please request a new one.",
  invalidToken: "Invalid or expired login link",
  tryAgain: "Try Again",
} as const;

/** Milliseconds from the welcome to the account (spec, section 9). */
export const welcomeMs = 1_500;

/** Minutes that a login link works (spec, section 9). */
export const loginLinkMinutes = 15;
