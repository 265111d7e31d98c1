/** Errors of the subscription and billing calls. */
export const billingMessages = {
  noSubscription: "You don’t have a subscription to cancel.",
  cancelUnavailable:
    "We can’t reach our payment provider, so nothing changed. Please try again in a moment.",
  planLocked:
    "Your plan can’t be changed now, because your subscription is ending, paused, or overdue.",
  planTooLate:
    "Your plan renews within a day, so it can’t be changed now. Please try again after that.",
  planUnavailable:
    "We can’t reach our payment provider. Please reload the page to see whether your plan has changed, and try again in a moment.",
  ended: "Your subscription has ended. Subscribe again to get the briefing.",
  notOffered: "This offer is no longer available. Please choose a plan to subscribe.",
  declined:
    "Your payment was declined, so you weren’t charged. Please check your card and try again, or contact us.",
  chargeUnavailable:
    "We can’t reach our payment provider, so you weren’t charged. Please try again in a moment.",
  chargeUnknown:
    "We don’t know yet whether your payment went through. Please try again in a few minutes. You won’t be charged twice.",
  charging:
    "We’re still working on your payment. Please try again in a few minutes. You won’t be charged twice.",
  started: "You’re subscribed",
  noPortal: "Our payment provider doesn’t bill this subscription. Contact support to change it.",
  portalUnavailable: "We can’t reach our payment provider. Please try again in a moment.",
} as const;

/** What is said about a price. */
export const priceMessages = {
  plusTax: "plus tax",
  lessDiscount: "less your discount",
} as const;

/** Paddle's reason for a failed charge, in words. */
const failures: Readonly<Record<string, string>> = {
  declined: "Bank declined",
  declined_not_retryable: "Bank declined",
  expired_card: "Card expired",
  not_enough_balance: "Not enough funds",
  invalid_payment_details: "Wrong card details",
  authentication_failed: "Not confirmed with the bank",
  blocked_card: "Card blocked",
  canceled: "Payment voided",
  fraud: "Looked like fraud",
};

export function describeFailure(code: string | null): string {
  if (code === null) return "No reason given";
  return failures[code] ?? `Failed: ${code.replaceAll("_", " ")}`;
}

/** The change from one plan to the other. */
export const planDialog = {
  names: { monthly: "monthly", annual: "annual" },
  open: (plan: string) => `Change to ${plan}`,
  title: (plan: string) => `Change to the ${plan} plan?`,
  loading: "Asking our payment provider what it costs…",
  now: (amount: string) =>
    `We’ll charge you ${amount} now. What you’ve already paid for this period is deducted.`,
  free: "You pay nothing now.",
  atRenewal: (plan: string, date: string) =>
    `Your plan becomes ${plan} on ${date}, when your paid period ends. You can undo it until the day before.`,
  next: (date: string, price: string) => `Your next charge is on ${date}: ${price}.`,
  confirm: (amount: string | null) => (amount ? `Change and pay ${amount}` : "Change plan"),
  back: "Not now",
  done: "Your plan was changed",
  planned: "Your plan will change when it renews",
  failed: "We couldn’t change your plan",
  scheduled: (plan: string, date: string) => `Your plan becomes ${plan} on ${date}.`,
  keep: (plan: string) => `Stay on ${plan}`,
  kept: "Your plan stays as it is",
  keepFailed: "We couldn’t keep your plan",
} as const;

/** The answers to why someone cancels. */
export const leaveAnswerNames = {
  too_expensive: "It costs too much",
  not_useful: "It isn’t useful to me",
  no_time: "I don’t have the time to read it",
  too_much_email: "I get too much email",
  something_else: "I found something else",
  other: "A different reason",
} as const;

/** To a subscriber who bought again. */
export const secondPurchase = {
  offer:
    "Did you subscribe twice by mistake? Cancel this second subscription now, before its first charge. Your first one stays.",
  button: "Cancel this second one",
  canceled: "This second subscription has ended, and you won’t be charged for it.",
  account: "Go to your account",
  tooLate: "This subscription can’t be ended here anymore. Log in to your account to cancel it.",
} as const;

/** Where a second free trial isn't served: the onboarding screens and the account. */
export const startNowScreen = {
  title: "You’ve already used your free trial",
  canceled: "We ended this one, and you won’t be charged.",
  offer: "You can start now without a trial.",
  over: "To get the briefing, choose a plan or contact us.",
  plans: "See plans",
  button: (price: string) => `Start now for ${price}`,
  effect: "Your card is charged today, plus any tax. Cancel anytime.",
  mistake: "Is this your first time?",
  price: (price: string) => `${price}, from today`,
} as const;
