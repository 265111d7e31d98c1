/** `/change-email/{token}`: the page on which a new address is confirmed. */
export const changeEmailScreen = {
  pageTitle: "Confirm your new address",
  title: "Is this your new address?",
  before: "Your briefings and login links will go to",
  after: ", and no longer to your current address.",
  submit: "Use this address",
  notYou: "If you didn't ask for it, close this page. Nothing changes.",
  confirmed: "You've confirmed your new address",
  /** When it takes effect, by what the change waits for. */
  wait: {
    due: "It takes effect in a moment.",
    waiting: (time: string) =>
      `Your new address takes over on ${time}. Until then, your current address can stop it.`,
    not_told:
      "We're letting your current address know. Your new one takes over 24 hours after that.",
    needs_owner:
      "We can't reach your current address, so our team checks the change before your new one takes over.",
  },
  until: "Your briefings and login links go to your current address until then.",
  applied: {
    title: "Your address is changed",
    text: "Your briefings and login links now come here. We've told your previous address and logged you out everywhere.",
  },
  stopped: {
    title: "This change was stopped",
    text: "Your briefings and login links still go to your current address. Contact us if you want to change it.",
  },
  expiredText: "Contact us and we'll send another one.",
  invalidText: "The link may be incomplete, or we've sent a newer one. Check the email.",
  refused:
    "We can't use this address: another account has it by now. Contact us and we'll sort it out.",
} as const;

/** `/change-email/stop/{token}`: the page on which the current address stops a change. */
export const stopEmailChangeScreen = {
  pageTitle: "Stop a change of address",
  title: "Stop the change of your address?",
  text: "Our support team was asked to send your briefings and login links to another address.",
  /** When it takes effect, by what the change waits for. */
  wait: {
    due: "It takes effect as soon as someone confirms it there.",
    waiting: (time: string) =>
      `It takes effect on ${time} at the earliest, once it's confirmed there.`,
    not_told: "It takes effect tomorrow at the earliest, once it's confirmed there.",
    needs_owner: "It takes effect once our team approves it.",
  },
  submit: "This wasn't me – stop it",
  wasYou: "If you asked for it, close this page. The change goes ahead.",
  stopped: {
    title: "The change is stopped",
    text: "Your address stays the same, and we've told our team. If someone else can read your email, change its password.",
  },
  applied: {
    title: "The change has already taken effect",
    text: "Your briefings and login links go to another address. If you didn't ask for it, contact us right away.",
  },
  over: {
    title: "There's nothing to stop",
    text: "This change was withdrawn or replaced, or it has expired. If you've had a newer email from us about it, use the link in that one.",
  },
  invalidText: "The link may be incomplete. Check the email.",
} as const;
