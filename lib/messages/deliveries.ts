/** Answers of the webhooks, and texts of the unsubscribe page. */
export const deliveryMessages = {
  webhooks: {
    notAuthentic: "The signature or password is missing or wrong.",
    wrongContentType: (expected: string) => `This webhook accepts ${expected}.`,
  },
  unsubscribe: {
    pageTitle: "Email delivery",
    invalidLink: "This unsubscribe link isn’t valid.",
    unknownRequest: "To unsubscribe, post List-Unsubscribe=One-Click as a form.",
    done: "You’re unsubscribed.",
    titleOn: "Stop the daily email?",
    textOn: "You’ll stop getting briefing emails. Texts will continue.",
    buttonOff: "Stop emails",
    titleOff: "Emails are off",
    textOff: "You won’t get briefing emails.",
    buttonOn: "Resume emails",
    billing: "You’re still subscribed and will still be billed. To cancel, go to your account.",
    accountLink: "Go to your account",
    titleInvalid: "This link doesn’t work",
    textInvalid:
      "The link may be incomplete. Open it again from the email, or turn off email in your account.",
  },
} as const;

/** What happened to each briefing, and answers of the resend call. */
export const deliveryHistoryMessages = {
  labels: {
    sent: "Sent",
    delivered: "Delivered",
    waiting: "On its way",
    notSent: "Not sent",
    notDelivered: "Not delivered",
    missed: "Missed",
  },
  noBriefing: "No briefing that day",
  /** Why a briefing wasn't sent or delivered, by the reason code in the ledger. */
  reasons: {
    not_entitled: "your subscription wasn’t active",
    channel_off: "you’d turned it off",
    paused: "your briefings were paused",
    stop: "you replied STOP",
    opted_out: "you replied STOP",
    hard_bounce: "your address is bouncing",
    spam_complaint: "you reported our email as spam",
    inactive: "your mailbox rejects our email",
    inactive_recipient: "your mailbox rejects our email",
    manual: "your address is blocked",
    invalid_address: "your address isn’t valid",
    bad_number: "your number can’t be reached",
    invalid_number: "your number can’t be reached",
    landline: "your number is a landline",
    same_email: "an earlier account with your address got it",
    same_number: "another account with your number got it",
    filtered: "your carrier filtered it",
    rejected: "our provider rejected it",
    outcome_unknown: "our provider couldn’t confirm that it arrived",
  } satisfies Record<string, string>,
  /** Every reason on our side for a briefing that wasn't sent before its delivery window closed. */
  notInTime: "we couldn’t send it by 10:00 AM",
  notRecorded: "no reason was recorded",
  /** What the provider reported after accepting the message. */
  reports: {
    soft_bounced: "your mailbox didn’t accept it",
    bounced: "your address is bouncing",
    complained: "you reported it as spam",
    undelivered: "your phone couldn’t be reached",
    failed: "your phone couldn’t be reached",
  } satisfies Record<string, string>,
  /** The same, for providers' codes about failures that aren't the phone's or mailbox's fault. */
  reportCodes: {
    "30001": "our provider couldn’t deliver it",
    "30002": "our provider couldn’t deliver it",
    "30007": "your carrier filtered it",
    "30034": "our provider couldn’t deliver it",
    "30036": "your carrier didn’t deliver it in time",
  } satisfies Record<string, string>,
  resent: {
    email: "Today’s briefing is on its way to your inbox.",
    sms: "Today’s briefing is on its way to your phone.",
  },
  channelInvalid: "The channel must be email or sms.",
  nothingToResend: "There’s no briefing to resend today.",
  stillPending: "Today’s briefing is still on its way.",
  notEntitled: "Your subscription isn’t active, so nothing was sent.",
  channelOff: {
    email: "Email is turned off. Turn it on to get today’s briefing again.",
    sms: "Texts are turned off. Turn them on to get today’s briefing again.",
  },
  unreachable: (reason: string) => `Nothing was sent: ${reason}.`,
  tooEarly: "Texts start at 8:00 AM in your time zone.",
  providerUnavailable:
    "We couldn’t reach our provider, so nothing was sent. Please try again in a few minutes.",
  outcomeUnknown:
    "Our provider didn’t respond, so we can’t tell whether it was sent. If nothing arrives, please try again in 10 minutes.",
} as const;
