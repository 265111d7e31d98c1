/** Exact sentences around delivery: what webhooks refuse with, and what the unsubscribe page says. */
export const deliverySentences = {
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
