import { brand } from "@/lib/brand";

/** The written terms (Markdown), shown where no outside document is configured. */
export const termsOfService = {
  lastUpdated: "November 20, 2026",
  content: `These are the terms on which ${brand.name} (“we”) sends its briefing to you. By starting a trial or a subscription you agree to them. They are short on purpose; please read them.

## The service

We send one briefing each weekday, Monday to Friday, with three finance stories: by email, and by text message if you ask for it. It is sent for 8:00am in the timezone you chose. On public holidays, or when something breaks, a briefing may be late, shorter or missing. The posts on this site are open to everyone.

## News, not advice

The briefing is news and general information. It is not investment, legal, tax or accounting advice, and not an offer or a recommendation to buy or sell anything. We take care over every figure and name our sources, but figures change and errors happen. What you do with the information is your decision.

## Trial, price and payment

- Both plans begin with a **7-day free trial**. You give a card, and nothing is charged during the trial.
- After the trial the plan costs **$5 a month** or **$40 a year**, plus tax where it applies, until it is cancelled. We email you before the trial ends.
- Payments are handled by Paddle, our merchant of record. Paddle’s own buyer terms apply to the payment, and your receipt comes from Paddle.
- If a charge fails, Paddle tries again for some days. The briefing continues meanwhile; if no charge succeeds, the subscription ends.
- Prices may change. A new price applies from your next billing period at the earliest, and we tell you at least thirty days before.

## Cancelling

You can cancel anytime from your [account](/account). You choose whether the briefing stops at once or continues to the end of the period you have paid for. Stopping email or texts alone does not cancel the subscription. Refunds are described in the [refund policy](/refund).

## Text messages

If you agree to texts, you get **1 message per day**, Monday to Friday, and the occasional message about your account. **Message and data rates may apply.** Reply **STOP** to cancel, **START** to resume and **HELP** for help. Carriers are not liable for delayed or undelivered messages. Consent to texts is not a condition of any purchase. How we treat your number is said in the [privacy policy](/privacy).

## Your account

The account is for one person. Keep your email address current, and do not pass login links on: they open your account. Tell us at once if someone else used it.

## Using what we write

The briefing and the posts belong to us or to those who license them to us. Read them, quote them briefly with a link, and forward one to a colleague now and then. Do not republish them as a whole, resell them, or feed them to a service that competes with ours. Do not attack, overload or get round the protections of the site.

## Ending

You can end this contract by cancelling. We can end it, with a refund of what you have paid for and not received, if we stop the service; or at once, if you break these terms seriously or commit fraud.

## Liability

Nothing here limits liability that cannot be limited by law, such as for fraud or for death or injury caused by negligence, nor your rights as a consumer. Beyond that, the service comes as it is; we are not liable for losses from decisions made on the strength of the briefing, for lost profits, or for indirect losses; and our liability in any twelve months is limited to what you paid us in them.

## Law

These terms are governed by the law of England and Wales, and its courts decide. If you are a consumer elsewhere, you keep the protection of your own country’s mandatory law and may sue there.

## Changes and contact

We may change these terms. If a change matters to you, we email you thirty days before, and you can cancel. Questions go to [${brand.supportAddress}](mailto:${brand.supportAddress}) or to the [contact page](/contact). Our address is ${brand.postalAddress}.`,
};
