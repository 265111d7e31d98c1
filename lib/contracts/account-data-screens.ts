// The words of what a person does with their own deliveries and data. They stand apart from the
// schemas, so that a screen carries none of those.

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
