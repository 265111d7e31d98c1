/** Texts that the account screens share. */
export const accountScreen = {
  backToHome: "Back to Home",
} as const;

/** Shown when the server didn't end the session. */
export const signOutScreen = {
  title: "We couldn’t finish logging you out",
  text: "We cleared your data from this browser, but our server didn’t respond, so your session may still be open. Try again when you’re online.",
  retry: "Try again",
} as const;

/** `/account`: the form, and the panel after the link was sent. */
export const loginScreen = {
  title: "Log in",
  intro: "We’ll email you a login link. No password needed.",
  emailHint: "The address we send your briefing to.",
  submit: "Send Login Link",
  emailRequired: "Please enter your email",
  /** Next to the field: what to do about the error in the toast. */
  advice: {
    emailRequired: "It’s the address you subscribed with.",
    notFound: "Check it for typos, or try the address you paid with.",
    invalid: "Check it for typos.",
    tooMany: "Check your inbox for a link that’s already there, or wait a while.",
    other: "Try again in a few minutes.",
  },
  notSubscribed: "Not a subscriber yet?",
  seePlans: "See plans",
  sent: "Login link sent",
  checkInbox: "Check your inbox",
  sentTo: "We sent a login link to",
  sentAdvice: (minutes: number) =>
    `The link works once and expires in ${minutes} minutes. Open it in this browser. Not there? Check your spam folder.`,
  tryAnother: "Try a different email",
  notFoundTitle: "Account not found",
  notFoundText:
    "This email address is not associated with an active account. Only existing users can log in.",
  unavailableTitle: "Service temporarily unavailable",
  failedTitle: "Error sending login link",
  noAnswer: "We couldn’t reach the server. Please try again.",
} as const;

/** `/auth/verify`: the page a login link opens. */
export const verifyScreen = {
  verifying: "Verifying your login",
  wait: "One moment",
  confirmTitle: "Almost there",
  confirmText: "You requested this link in a different browser. Continue here?",
  submit: "Continue",
  welcome: "Welcome Back",
  toAccount: "Taking you to your account.",
  toOnboarding: "Let’s finish your sign-up.",
  goNow: "Go now",
  signOut: "Sign Out",
  failedTitle: "Login Failed",
  failedToast: "Login failed",
  missingToken: "Invalid login link. Please request a new one.",
  invalidToken: "Invalid or expired login link",
  tryAgain: "Try Again",
} as const;

/** Answers of the login calls. */
export const loginMessages = {
  emailRequired: loginScreen.emailRequired,
  accountNotFound: "We couldn’t find this email. Only existing users can log in.",
  mailUnavailable:
    "Our email provider is unavailable right now, so we didn’t send a login link. Please try again in a few minutes.",
  mailUnknown:
    "Our email provider is unavailable right now. If no login link arrives within a minute, please try again.",
  mailRefused: "Email to this address bounces. Contact us to regain access.",
  linkSent: loginScreen.sent,
  tokenMissing: verifyScreen.missingToken,
  linkInvalid: verifyScreen.invalidToken,
  linkExpired: "This login link has expired. Please request a new one.",
  linkUsed: "This login link was already used. Please request a new one.",
  linkReplaced: "We sent you a newer login link. Open that one, or request another.",
  confirmationRequired: "Press Continue to log in.",
  loggedIn: "Login successful",
  loggedOut: "Logged out",
} as const;

/** `/account/details`: the page and its details form. */
export const accountDetailsScreen = {
  title: "Your account",
  logOut: "Log out",
  details: "Details",
  email: "Email",
  contactSupport: "Contact support",
  toChangeEmail: "to change it.",
  timezone: "Timezone",
  status: "Account status",
  save: "Save Changes",
  saving: "Saving",
  unchanged: "No changes to save.",
  stillOneBriefing: "You’ll still get one briefing a day.",
  updated: "Account updated",
  updateFailed: "Update failed",
  sessionEnded: "Your session has ended",
  loginAgain: "Please log in again.",
  failed: "Something went wrong. Please try again.",
} as const;

/** The Subscription Management section. */
export const subscriptionScreen = {
  title: "Subscription Management",
  plan: "Plan",
  planNames: { monthly: "Monthly", annual: "Annual" },
  status: "Status",
  firstCharge: "First charge",
  nextCharge: "Next charge",
  payment: "Payment",
  openBilling: "Card and invoices",
  openingBilling: "Opening",
  billingFailed: "We couldn’t open your billing page",
  imported: "Not billed through our payment provider",
  cancel: "Cancel subscription",
  servedUntil: (date: string) =>
    `You’ll receive the briefing until ${date}. You won’t be charged again.`,
  stopped: "Your briefings have stopped and you won’t be charged again.",
  resubscribe: "Resubscribe",
  keep: "Keep my subscription",
  keepEffect: (date: string) => `If you keep it, your next charge is on ${date}.`,
  kept: "Your subscription continues",
  keepFailed: "We couldn’t keep your subscription",
  pastDueFacts: (amount: string, date: string, reason: string) =>
    `Your payment of ${amount} on ${date} didn’t go through (${reason}). We’ll retry in the next few days; your briefing continues. If your card has changed, update it under “Card and invoices”.`,
  pastDue: "Your last payment didn’t go through. We’ll retry; your briefing continues.",
  paused: "Your subscription is paused, so we aren’t sending you briefings.",
} as const;

/** The dialog that cancels a subscription. */
export const cancelDialog = {
  title: "Cancel your subscription?",
  question: "When should the briefing stop?",
  keep: "Keep subscription",
  cancelling: "Cancelling...",
  cancelled: "Subscription cancelled",
  failed: "Cancellation failed",
  keepUntil: "Keep the briefing until",
  why: "Why are you leaving? (optional)",
  noAnswer: "I’d rather not say",
  comment: "Anything else? (optional)",
  stop: "Stop immediately",
  stopHint: "You won’t get the next briefing.",
  trial: {
    description: "You’re on a free trial. You haven’t been charged, and you won’t be.",
    end: "your trial ends",
    hint: "It stops when your trial ends.",
  },
  pastDue: {
    description: "Your last payment didn’t go through. You won’t be charged for another period.",
    end: "this period ends",
    hint: "It stops when this period ends.",
  },
  paused: {
    description: "Your subscription is paused. If you cancel, it won’t resume.",
    endNow: "End it now",
    hint: "There’s no paid time left.",
    stopHint: "The result is the same: no briefings are sent while it’s paused.",
  },
  paid: {
    description: "You won’t be charged again.",
    descriptionUntil: (date: string) => `You’ve paid until ${date}. You won’t be charged again.`,
    end: "your paid period ends",
    hint: "It stops when your paid period ends.",
  },
} as const;

/** A switch per channel. */
export const channelsScreen = {
  title: "How you get it",
  email: "Email",
  emailTime: ", by 8:00 AM",
  text: "Text",
  textTime: ", at 8:00 AM",
  noNumber: "No number yet",
  saved: "Delivery settings saved",
  emailBounced: "Email to this address bounced, so we stopped sending it.",
  emailReported: "Our email was reported as spam from this address, so we stopped sending it.",
  textsStopped:
    "You replied STOP, so we don’t text you. Reply START to any of our texts to resubscribe.",
  textsUnreachable: "This number can’t receive texts. Please change it.",
  bothOff:
    "Both are off, so you won’t get the briefing. You’re still subscribed and will be billed.",
  emailOff:
    "Email is off, so you won’t get the briefing. You’re still subscribed and will be billed.",
} as const;

/** The dialog that adds or changes the phone number. */
export const phoneDialog = {
  add: "Add a number",
  change: "Change number",
  description:
    "We’ll text a code to the new number. Your current number stays active until you enter it.",
  descriptionOfFirst: "We’ll text you a code. Enter it to start getting texts.",
  cancel: "Cancel",
  sendCode: "Send code",
  enterCode: "Enter the code",
  enterCodeFor: (phoneNumber: string) => `Enter the code for ${phoneNumber}`,
  codeSentTo: "We texted a six-digit code to",
  codeExpiry: "It expires in 10 minutes.",
  code: "Code",
  otherNumber: "Use another number",
  confirm: "Confirm",
  resendCode: "Send another code",
  resendIn: (seconds: number) => ` in ${seconds} ${seconds === 1 ? "second" : "seconds"}`,
} as const;

/** Answers of the calls behind the account details. */
export const accountMessages = {
  updated: accountDetailsScreen.updated,
  cancelled: cancelDialog.cancelled,
  emailRequired: loginScreen.emailRequired,
  notYourEmail: "This isn’t your account’s email address.",
  notYourSubscription: "This subscription doesn’t belong to your account.",
  subscriptionIdInvalid: "The subscription id must be text.",
  preferenceInvalid: "Choose when the briefing should stop.",
  channelInvalid: "Choose on or off for email, texts, or both.",
  channelsSaved: channelsScreen.saved,
  emailBounced: "Email to you bounced, so we can’t turn it on. Contact us to fix it.",
  emailReported:
    "Our email was reported as spam from your address, so we can’t turn it on. Contact us to fix it.",
  phoneUnchanged: "This is already your number.",
  codeSent: "Code sent",
  codeInvalid: "Enter the six-digit code.",
  codeWrong: "That’s not the code we sent. Check it and try again.",
  codeExpired: "This code no longer works. Please request a new one.",
  phoneChanged: "Phone number changed",
} as const;

/** What opening the link of a confirmation says: used, expired, or wrong. */
export const linkResultScreen = {
  account: "Log in to your account",
  expiredTitle: "This link has expired",
  invalidTitle: "This link isn’t valid",
} as const;

/** The Deliveries section. */
export const deliveriesScreen = {
  title: "Deliveries",
  loading: "Loading your deliveries",
  failed: "We couldn’t load your deliveries.",
  tryAgain: "Try again",
  columns: { briefing: "Briefing", email: "Email", text: "Text" },
  none: "None",
  by: { email: "email", sms: "text" },
  next: (day: string, channels: readonly string[]) =>
    channels.length === 0
      ? `Next briefing: ${day}`
      : `Next briefing: ${day}, 8:00 AM, by ${channels.join(" and ")}`,
  noneScheduled: "No briefing is scheduled.",
  nothingSent: "Nothing was sent in the last 14 days.",
  resend: { email: "Resend today’s email", sms: "Resend today’s text" },
  resending: "Sending",
  resent: "Briefing resent",
  resendFailed: "Not sent",
} as const;

/** The Your data section, the dialog that deletes the account, and the page after it. */
export const accountDataScreen = {
  title: "Your data",
  intro: "Download everything we store about you as one file. Our",
  privacyPolicy: "Privacy Policy",
  introEnd: "explains why we store it.",
  download: "Download my data",
  preparing: "Preparing",
  downloadFailed: "We couldn’t prepare your data",
  remove: "Delete account",
  question: "Delete your account?",
  consequence:
    "Your subscription ends immediately and you won’t be charged again. Everything we store about you is permanently deleted.",
  confirmLabel: "Type your email address to confirm",
  emailDiffers: accountMessages.notYourEmail,
  keep: "Keep my account",
  removing: "Deleting...",
  failed: "Your account wasn’t deleted",
  goodbye: "Your account has been deleted",
  goodbyeText:
    "Your subscription has ended and you won’t be charged again. A briefing that’s already on its way may still arrive.",
  changedYourMind: "Changed your mind? You can",
  resubscribe: "subscribe again",
  anytime: "anytime. Thanks for reading.",
} as const;

/** Answers of the data export and account deletion calls. */
export const accountDataMessages = {
  emailRequired: "Please type your email address to confirm.",
  emailDiffers: accountDataScreen.emailDiffers,
  billingUnavailable:
    "We couldn’t reach our payment provider to end your billing, so nothing was deleted. Please try again in a few minutes.",
  subscriptionChanged: "Your subscription just changed, so nothing was deleted. Please try again.",
  deleted: "Your account has been deleted.",
} as const;
