/** Errors of the subscription and billing calls. */
export const billingMessages = {
  noSubscription: "You don't have a subscription to cancel.",
  cancelUnavailable:
    "We can't reach our payment provider, so nothing changed. Please try again in a moment.",
  ended: "Your subscription has ended. Subscribe again to get the briefing.",
  noPortal: "Our payment provider doesn't bill this subscription. Contact support to change it.",
  portalUnavailable: "We can't reach our payment provider. Please try again in a moment.",
} as const;
