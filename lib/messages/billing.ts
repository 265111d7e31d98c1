/** Exact sentences around money. */
export const billingMessages = {
  noSubscription: "There is no subscription to cancel.",
  cancelUnavailable:
    "We could not reach our payment provider, so nothing was changed. Please try again shortly.",
  noPortal:
    "Your subscription is not billed through our payment provider. For changes, please write to support.",
  portalUnavailable: "We could not reach our payment provider. Please try again in a moment.",
} as const;
