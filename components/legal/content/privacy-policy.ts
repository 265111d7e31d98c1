import { brand } from "@/lib/brand";

/** The written privacy policy (Markdown), shown where no outside policy is configured. */
export const privacyPolicy = {
  lastUpdated: "November 20, 2026",
  content: `${brand.name} sends a short finance briefing every weekday morning. To do that we need to know very little about you. This page says what we know, why, who else sees it, and how to make us forget it.

## Who we are

${brand.name} (“we”) decides how the data described here is used. Our address is ${brand.postalAddress}. For anything on this page write to [${brand.supportAddress}](mailto:${brand.supportAddress}) or use the [contact page](/contact).

## What we hold

- **Your account:** your email address, the address given at payment when it differs, your name if the payment carried one, your timezone, and which channels you chose.
- **Your phone number,** only if you asked for the text. With it we keep what you agreed to: the wording you saw, the time, and the address and browser it came from. The law asks us to be able to show this.
- **Your subscription:** its plan, its state and the dates of its charges. We never see or store your card. Payments are taken by Paddle, who sells the subscription to you as merchant of record.
- **What we sent you:** which briefing went to which address, when, and whether it was delivered, bounced or was refused.
- **Logs:** requests to our servers with a shortened address, kept to find faults and to stop abuse.

You can read every post on this site without giving us anything at all.

## What we use it for

- to deliver the briefing at the hour of your timezone, which is the contract between us;
- to let you sign in by a link sent to your email;
- to remind you before a trial ends, and to answer you when you write;
- to stop sending at once when you ask, and to remember that you asked;
- to keep the service safe and working, which is our legitimate interest.

We send no offers, we show no ads, and we do not build profiles. We do not sell or share your data, and no decision about you is made by a machine alone.

## Texts

Mobile numbers and consent to texts are not shared with third parties or affiliates for marketing or promotional purposes. They go only to the company that carries the messages for us. Reply STOP to any message and the texts end. Reply HELP for help.

## Who else sees it

- **Paddle** takes payments, sends receipts and handles tax.
- **Postmark** carries our email.
- **Twilio** carries our texts.
- The company that hosts our servers and database, on our instructions.

Each of them gets what it needs for its part and is bound by contract to use it for nothing else. Where data leaves the United Kingdom or the European Economic Area, it does so under the standard contractual clauses or an adequacy decision. We hand data to authorities only when the law obliges us to.

## Cookies and analytics

We set a cookie when you sign in or onboard, so that the next page knows it is still you. It is needed for that and nothing else. A copy of your account details is kept in your browser’s local storage so that the account page can show them at once; signing out removes it.

We count visits and a few events, such as a post being read, with a service that uses no cookies and keeps no personal data. If your browser sends Do Not Track, it is not asked.

## How long we keep it

Account data stays while you are a subscriber and for twelve months after, so that you can come back. Records of payments and of consent are kept for six years, as tax and communications law require. Delivery records are kept for twelve months, logs for thirty days. An address that asked us to stop stays on a list, for the one purpose of never writing to it again.

Delete your account, and all of it goes at once, but for that list. Our payment company keeps its invoices, as tax law requires.

## Your rights

In your account you can take a copy of your data along, and delete the account with everything in it. You may also ask us for either, have your data corrected or moved, object to how it is used, or restrict it. Write to [${brand.supportAddress}](mailto:${brand.supportAddress}) from your subscriber address and we answer within thirty days. You can also complain to your data protection authority; in the United Kingdom that is the Information Commissioner’s Office.

## Security

Everything travels encrypted. Login links work once, for fifteen minutes, and only their fingerprint is stored. Few people can reach the database, and what they do is recorded. If a breach puts you at risk we tell you and the authority without delay.

## Children

The service is meant for adults. We do not knowingly hold data of anyone under sixteen.

## Changes

When this policy changes we put the new date above. If a change matters to you, we email you before it takes effect.`,
};
