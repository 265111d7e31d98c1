import { brand } from "@/lib/brand";
import { listPrice, trialDays } from "@/lib/contracts/plans";

const monthly = listPrice("monthly");
const annual = listPrice("annual");

/** The terms (Markdown), shown unless a policy widget is configured. */
export const termsOfService = {
  lastUpdated: "November 20, 2026",
  content: `These are the terms on which ${brand.name} (“we”) sends you its briefing. By starting a trial or a subscription, you agree to them. They’re short on purpose; please read them.

## The service

We send one briefing every weekday, Monday to Friday, with three finance stories: by email and, if you ask for it, by text. It’s scheduled for 8:00 AM in the time zone you chose. On public holidays, or when something breaks, a briefing may be late, shorter, or missing. Anyone can read the posts on this site.

## News, not advice

The briefing is news and general information. It is not investment, legal, tax, or accounting advice, and not an offer or a recommendation to buy or sell anything. We check every figure and name our sources, but figures change and errors happen. What you do with the information is your decision.

## Trial, price, and payment

- Both plans start with a **${trialDays}-day free trial**. You enter a card, and you aren’t charged during the trial.
- After the trial, the plan costs **${monthly} a month** or **${annual} a year**, plus tax where it applies, until you cancel. We’ll email you before the trial ends.
- Payments are handled by Paddle, our merchant of record. Paddle’s own buyer terms apply to the payment, and your receipt comes from Paddle.
- If a charge fails, Paddle retries it for several days. The briefing continues in the meantime; if no charge succeeds, the subscription ends.
- Prices may change. A new price applies from your next billing period at the earliest, and we’ll tell you at least thirty days before.

## Canceling

You can cancel anytime from your [account](/account). You choose whether the briefing stops right away or continues until the end of the period you’ve paid for. Turning off email or texts does not cancel your subscription. Refunds are covered by the [refund policy](/refund).

## Text messages

If you agree to texts, you’ll get **1 message per day**, Monday to Friday, and an occasional message about your account. **Message and data rates may apply.** Reply **STOP** to cancel, **START** to resume, and **HELP** for help. Carriers are not liable for delayed or undelivered messages. Consent to texts is not a condition of any purchase. The [privacy policy](/privacy) explains how we treat your number.

## Your account

Your account is for one person. Keep your email address current, and don’t share login links: they open your account. Tell us right away if someone else has used it.

## Using our content

The briefing and the posts belong to us or to those who license them to us. You may read them, quote them briefly with a link, and forward one to a colleague now and then. You may not republish them in full, resell them, or use them to feed a competing service. You may not attack or overload the site, or get around its protections.

## Ending the contract

You can end this contract by canceling. We can end it if we discontinue the service, in which case we’ll refund what you’ve paid for and not received, or immediately if you seriously break these terms or commit fraud.

## Liability

Nothing here limits liability that the law doesn’t allow us to limit, such as for fraud or for death or injury caused by negligence, or your rights as a consumer. Beyond that, the service is provided as is. We are not liable for losses from decisions based on the briefing, for lost profits, or for indirect losses, and our liability in any twelve months is limited to what you paid us in those months.

## Governing law

These terms are governed by the law of England and Wales, and its courts have jurisdiction. If you’re a consumer living elsewhere, you keep the protection of your own country’s mandatory law and may sue there.

## Changes and contact

We may change these terms. If a change matters to you, we’ll email you thirty days before it takes effect, and you can cancel. Send questions to [${brand.supportAddress}](mailto:${brand.supportAddress}) or through the [contact page](/contact). Our address is ${brand.postalAddress}.`,
};
