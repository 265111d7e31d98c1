/** Bounces that can be simulated, with Postmark's own values. */
export const bounceKinds = {
  hard: {
    Type: "HardBounce",
    TypeCode: 1,
    Name: "Hard bounce",
    Description:
      "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
    Details: "smtp;550 5.1.1 The email account that you tried to reach does not exist.",
    isInactive: true,
  },
  soft: {
    Type: "SoftBounce",
    TypeCode: 4096,
    Name: "Soft bounce",
    Description: "Unable to temporarily deliver message (i.e. mailbox full, account disabled).",
    Details: "smtp;452 4.2.2 The mailbox is over its quota.",
    isInactive: false,
  },
  transient: {
    Type: "Transient",
    TypeCode: 2,
    Name: "Message delayed",
    Description:
      "The server could not temporarily deliver your message (ex: network connectivity).",
    Details: "smtp;451 4.4.1 The connection timed out.",
    isInactive: false,
  },
  blocked: {
    Type: "Blocked",
    TypeCode: 100_006,
    Name: "ISP block",
    Description: "Blocked from this ISP due to content or blacklisting.",
    Details: "smtp;554 5.7.1 The message was refused by the receiving server's policy.",
    isInactive: false,
  },
  "spam-notification": {
    Type: "SpamNotification",
    TypeCode: 512,
    Name: "Spam notification",
    Description:
      "The message was delivered, but was either blocked by the user, or classified as spam.",
    Details: "smtp;550 5.7.1 The message was classified as spam.",
    isInactive: false,
  },
} as const;

export const bounceNames = ["hard", "soft", "transient", "blocked", "spam-notification"] as const;
