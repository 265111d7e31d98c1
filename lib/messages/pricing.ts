/** The pricing page; exact texts are in docs/product-spec.md, section 4.4. */
export const pricingMessages = {
  mostPopular: "Most Popular",
  saving: (percent: number) => `Save ${percent}%`,
  flexible: "Flexible billing",
  features: {
    trial: (days: number) => `${days}-day free trial`,
    updates: "Daily financial updates",
    cancel: "Cancel anytime",
    yearly: "One yearly payment",
    monthly: "One monthly payment",
  },
  start: "Start Free Trial",
  whatYouPayFor: "The archive is free to read; the 8:00 delivery is what you pay for.",
  noSurprises: "No surprises",
  reminder: "We’ll remind you before your trial ends.",
  noSetupFees: "No setup fees.",
  checkoutFailed: "The checkout couldn’t load.",
  checkoutFailedText:
    "An ad blocker or your network may be blocking it: it comes from paddle.com. You haven’t been charged.",
  tryAgain: "Try again",
  backToHome: "Back to Home",
} as const;
