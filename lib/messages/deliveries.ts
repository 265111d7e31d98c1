/** Exact sentences around delivery: what webhooks refuse with, and what the unsubscribe page says. */
export const deliveryMessages = {
  webhooks: {
    notAuthentic: "The signature or password of this call is missing or wrong.",
    wrongContentType: (expected: string) => `This webhook takes ${expected}.`,
  },
  unsubscribe: {
    invalidLink: "This unsubscribe link is not valid.",
    unknownRequest: "Send List-Unsubscribe=One-Click as a form to unsubscribe.",
    done: "You are unsubscribed.",
    titleOn: "Stop the morning e-mail?",
    textOn: "You will get no more briefings by e-mail. Texts, if you get them, go on.",
    buttonOff: "Stop the e-mails",
    titleOff: "E-mail delivery has stopped.",
    textOff: "We send you no more briefings by e-mail.",
    buttonOn: "Turn it on again",
    billing: "Your subscription and its billing go on. To cancel them, go to your account.",
    accountLink: "Go to your account",
    titleInvalid: "This link does not work.",
    textInvalid:
      "It may have been cut off on its way. Open the link in the mail again, or turn off e-mail delivery in your account.",
  },
} as const;

/** Exact sentences around a subscriber's own deliveries: their history, and today's again. */
export const deliveryHistoryMessages = {
  words: {
    sent: "Sent",
    delivered: "Delivered",
    waiting: "On its way",
    held: "Held",
    notDelivered: "Not delivered",
    missed: "Missed",
  },
  noBriefing: "No briefing that day",
  /** Why something was held, refused or not delivered, by the ledger's word for it. */
  reasons: {
    not_entitled: "your subscription was not active",
    channel_off: "you had turned it off",
    stop: "you replied STOP",
    opted_out: "you replied STOP",
    hard_bounce: "mail to your address comes back",
    spam_complaint: "you had reported our mail as spam",
    inactive: "your mailbox refuses our mail",
    inactive_recipient: "your mailbox refuses our mail",
    manual: "your address is blocked for our mail",
    invalid_address: "your address is not valid",
    bad_number: "your number cannot be reached",
    invalid_number: "your number cannot be reached",
    landline: "your number is a landline",
    same_number: "your number got it through another account",
    filtered: "your carrier filtered it",
    rejected: "our provider refused it",
    outcome_unknown: "our provider could not say whether it arrived",
  } satisfies Record<string, string>,
  /** Any reason of ours for which a briefing had not left when its morning closed. */
  notInTime: "we could not send it by 10:00",
  notRecorded: "the reason was not recorded",
  /** What a provider reported after it had taken the message. */
  reports: {
    soft_bounced: "your mailbox did not take it",
    bounced: "mail to your address comes back",
    complained: "you reported it as spam",
    undelivered: "your phone could not be reached",
    failed: "your phone could not be reached",
  } satisfies Record<string, string>,
  resent: {
    email: "Today's briefing is on its way to your inbox.",
    sms: "Today's briefing is on its way to your phone.",
  },
  channelInvalid: "Please choose email or sms.",
  nothingToResend: "There is no briefing of today to send again.",
  stillPending: "Today's briefing is still on its way. Please wait for it.",
  notEntitled: "Your subscription is not active, so nothing was sent.",
  channelOff: {
    email: "E-mail delivery is turned off. Turn it on to get today's again.",
    sms: "Texts are turned off. Turn them on to get today's again.",
  },
  unreachable: (reason: string) => `Nothing was sent: ${reason}.`,
  tooEarly: "Texts leave from 8:00 in your timezone.",
  providerUnavailable:
    "We could not reach our provider, so nothing was sent. Please try again in a moment.",
  outcomeUnknown:
    "Our provider did not answer, so we cannot say whether it was sent. If nothing comes, please try again in 10 minutes.",
} as const;
