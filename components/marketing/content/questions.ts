/** A question that people ask before they sign up. */
export type Question = { question: string; answer: string };

/** The six questions in their order: cost, app, spam, cancelling, e-mail safety, why not free. */
export const questions: readonly Question[] = [
  {
    question: "How much does it cost?",
    answer:
      "$5 a month, or $40 a year if you pay once, which saves 33%. Both plans start with seven free days, and we email you two days before the first charge.",
  },
  {
    question: "Do I need an app?",
    answer:
      "No. The briefing comes as an ordinary email and, if you like, as one text message. There is nothing to install and no login is needed to read it.",
  },
  {
    question: "Will you spam me?",
    answer:
      "No. One briefing each weekday, and nothing at the weekend. We do not sell or share your address, and we do not send offers.",
  },
  {
    question: "Can I cancel anytime?",
    answer:
      "Yes, in two clicks from your account. You choose whether the briefing stops at once or runs to the end of the period you have paid for.",
  },
  {
    question: "Is my email safe?",
    answer:
      "It is used to deliver the briefing and to let you sign in, and for nothing else. Every message has a link that stops delivery at once.",
  },
  {
    question: "Why isn’t it free?",
    answer:
      "Because someone has to pay, and we would rather it were the reader. No ads means nobody can buy a line, and nobody can keep one out.",
  },
];
