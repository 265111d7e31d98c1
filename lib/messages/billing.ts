/** Errors of the subscription and billing calls. */
export const billingMessages = {
  noSubscription: "You don't have a subscription to cancel.",
  cancelUnavailable:
    "We can't reach our payment provider, so nothing changed. Please try again in a moment.",
  ended: "Your subscription has ended. Subscribe again to get the briefing.",
  notOffered: "This can't be started anymore. Please choose a plan to subscribe.",
  declined:
    "Your payment was declined, so you weren't charged. Please check your card and try again, or contact us.",
  chargeUnavailable:
    "We can't reach our payment provider, so you weren't charged. Please try again in a moment.",
  chargeUnknown:
    "We don't know yet whether your payment went through. Please try again in a few minutes. You won't be charged twice.",
  charging:
    "We're still working on your payment. Please try again in a few minutes. You won't be charged twice.",
  started: "You're subscribed",
  noPortal: "Our payment provider doesn't bill this subscription. Contact support to change it.",
  portalUnavailable: "We can't reach our payment provider. Please try again in a moment.",
} as const;

/** Where a second free trial isn't served: the onboarding screens and the account. */
export const startNowScreen = {
  title: "You've already used your free trial",
  canceled: "We canceled this one, and you won't be charged.",
  offer: "You can start now without a trial.",
  over: "To get the briefing, choose a plan or contact us.",
  plans: "See plans",
  button: (price: string) => `Start now for ${price}`,
  effect: "Your card is charged today, plus any tax. Cancel anytime.",
  mistake: "Is this your first time?",
  price: (price: string) => `${price}, from today`,
} as const;
