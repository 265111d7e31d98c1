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

/** Exact sentences of the calls around login and account (spec, section 8). */
export const loginMessages = {
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

/** The account details. */
export const accountDetailsScreen = {
  title: "Your account",
  logOut: "Log out",
  save: "Save Changes",
  updated: "Account updated",
  updateFailed: "Update failed",
  subscription: "Subscription Management",
  cancel: "Cancel subscription",
  keep: "Keep subscription",
  cancelling: "Cancelling...",
  cancelled: "Subscription cancelled",
  cancelFailed: "Cancellation failed",
  sessionEnded: "Your session has ended",
  loginAgain: "Please log in again.",
  failed: "Something went wrong. Please try again.",
} as const;

/** Exact sentences of the calls behind the account details (spec, section 8). */
export const accountMessages = {
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

/** Today's briefing once more. */
export const resendScreen = {
  buttons: {
    email: "Send me today's again by email",
    sms: "Send me today's again by text",
  },
  sent: "Sent again",
  failed: "Not sent",
} as const;

/** Card and invoices, at the payment company. */
export const billingScreen = {
  open: "Card and invoices",
  failed: "We could not open your billing",
  imported: "Not billed through our payment provider",
} as const;

/** Taking one's data along, and deleting the account. */
export const accountDataScreen = {
  title: "Your data",
  download: "Download my data",
  downloadFailed: "We could not prepare your data",
  remove: "Delete account",
  question: "Delete your account?",
  consequence:
    "Your subscription ends at once and nothing more is charged. Everything we hold about you is deleted, for good.",
  confirmLabel: "Type your email address to confirm",
  emailDiffers: "This is not the email address of this account.",
  keep: "Keep my account",
  removing: "Deleting...",
  failed: "Your account was not deleted",
  goodbye: "Your account is deleted",
} as const;

/** Exact sentences around taking one's data along and deleting the account. */
export const accountDataMessages = {
  emailRequired: "Please type your email address to confirm.",
  emailDiffers: "This is not the email address of this account.",
  billingUnavailable:
    "We could not reach our payment provider to end your billing, so nothing was deleted. Please try again shortly.",
  changedMeanwhile:
    "Your subscription changed a moment ago, so nothing was deleted. Please try again.",
  deleted: "Your account is deleted.",
} as const;
