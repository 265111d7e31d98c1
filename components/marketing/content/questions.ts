import { trialReminderLeadDays } from "@/lib/contracts/durations";
import { annualSavingPercent, listPrice, trialDays } from "@/lib/contracts/plans";

/** A question that people ask before they sign up. */
export type Question = { question: string; answer: string };

const monthly = listPrice("monthly");
const annual = listPrice("annual");

/** In order: cost, app, spam, canceling, email safety, why it isn't free. */
export const questions: readonly Question[] = [
  {
    question: "How much does it cost?",
    answer: `${monthly} a month, or ${annual} a year, which saves ${annualSavingPercent()}%. Both plans start with a ${trialDays}-day free trial, and we’ll email you ${trialReminderLeadDays} days before your first charge.`,
  },
  {
    question: "Do I need an app?",
    answer:
      "No. The briefing arrives as a regular email and, if you like, as a text. There’s nothing to install, and you don’t need to log in to read it.",
  },
  {
    question: "Will you spam me?",
    answer:
      "No. You’ll get one briefing each weekday and nothing on weekends. We don’t send promotions, and we don’t sell or share your address.",
  },
  {
    question: "Can I cancel anytime?",
    answer:
      "Yes, in two clicks from your account. Stop the briefing right away, or keep getting it through the end of the period you’ve paid for.",
  },
  {
    question: "Is my email safe?",
    answer:
      "Yes. We use it to deliver your briefing and log you in, and for nothing else. You can unsubscribe from any briefing with one click.",
  },
  {
    question: "Why isn’t it free?",
    answer:
      "Someone has to pay for the news, and we’d rather it be the reader. With no ads, nobody can buy a headline, and nobody can keep one out.",
  },
];
