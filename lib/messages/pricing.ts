/** Exact words of the pricing page (spec, section 2). */
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
  noSurprises: "No surprises",
  reminder: "We remind you before the trial ends.",
  noSetupFees: "No setup fees.",
  backToHome: "Back to Home",
} as const;
