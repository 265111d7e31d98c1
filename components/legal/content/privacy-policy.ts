import { brand } from "@/lib/brand";
import { loginLinkMinutes } from "@/lib/contracts/durations";
import { retentionList } from "./retention-list";

/** The privacy policy (Markdown), shown unless a policy widget is configured. */
export const privacyPolicy = {
  lastUpdated: "November 22, 2026",
  content: `${brand.name} sends a short finance briefing every weekday morning. To do that, we need to know very little about you. This page explains what we know, why, who else sees it, and how to have it deleted.

## Who we are

${brand.name} (“we”) decides how the data described here is used. Our address is ${brand.postalAddress}. For anything on this page, write to [${brand.supportAddress}](mailto:${brand.supportAddress}) or use the [contact page](/contact).

## What we store

- **Your account:** your email address, the address you used at checkout if it’s different, your name if the payment included one, your time zone, and the channels you chose.
- **Your phone number,** only if you asked for texts. With it, we store what you agreed to: the wording you saw, the time, and the IP address and browser you used. The law requires us to be able to show this.
- **Your subscription:** your plan, its status, and the dates of its charges. We never see or store your card. Payments are handled by Paddle, which sells you the subscription as the merchant of record.
- **What we sent you:** which briefing went to which address, when, and whether it was delivered, bounced, or was rejected.
- **Logs:** requests to our servers with a shortened address, and errors of our scripts in your browser with addresses, numbers, and quoted text removed, so that we can find problems and stop abuse.

You can read every post on this site without giving us anything at all.

## What we use it for

- to deliver the briefing at the right hour in your time zone, as our contract with you requires;
- to log you in with a link sent to your email;
- to remind you before your trial ends, and to reply when you write to us;
- to stop sending as soon as you ask, and to remember that you asked;
- to give each person one free trial, and to keep the service safe and working, which are our legitimate interests.

We don’t send promotions, show ads, or build profiles. We do not sell or share your data, and no decision about you is made by a machine alone: if our system treats your trial as a second one and you disagree, write to us, and a person decides.

## Texts

Mobile numbers and consent to texts are not shared with third parties or affiliates for marketing or promotional purposes. They go only to the company that delivers our texts. Reply STOP to any text to stop them. Reply HELP for help.

## Who else sees it

- **Paddle** takes payments, sends receipts, and handles tax.
- **Postmark** delivers our email.
- **Twilio** delivers our texts.
- The company that hosts our servers and database, on our instructions.

Each of them gets only what it needs to do its job, and its contract allows no other use. When data leaves the United Kingdom or the European Economic Area, it is protected by standard contractual clauses or an adequacy decision. We give data to authorities only when the law requires it.

## Cookies and analytics

We set a cookie when you log in or onboard, so that the next page knows it’s still you. Another one remembers that your browser has logged in before, so that nobody else can use up your login emails. We use them for nothing else. Your browser’s local storage holds a copy of your account details so that the account page can show them right away; logging out deletes it. [Cookies and Storage](/privacy/cookies) lists each of them by name, and every company that gets data.

We count visits and a few events, such as a post being read, with a service that uses no cookies and stores no personal data. If your browser sends Do Not Track, we count nothing.

## How long we keep it

${retentionList}

A nightly job deletes what is older. We don’t use it after its period, even if a copy is still in a backup.

If you delete your account, we delete it and everything in it immediately, and confirm it in a last email. What stays is in the list above: the proof of what you agreed to, which the law requires us to be able to show, the code that recognizes a second free trial, the list of addresses that we must not write to, and the code that keeps your account deleted. Our delivery records stay as numbers that identify no one. Paddle keeps its invoices, as tax law requires.

## Your rights

In your account, you can download a copy of your data, and delete your account and everything in it. You can also ask us to do either, to correct or transfer your data, or to restrict how we use it, and you can object to how we use it. Write to [${brand.supportAddress}](mailto:${brand.supportAddress}) from the address you subscribed with, and we’ll reply within thirty days. You can also complain to your data protection authority; in the United Kingdom, that’s the Information Commissioner’s Office.

## Security

All data is encrypted in transit. Login links work once and expire after ${loginLinkMinutes} minutes, and we store only a hash of them. Few people can access the database, and we log what they do. If a breach puts you at risk, we’ll tell you and the authorities without delay.

## Children

The service is meant for adults. We don’t knowingly store data about anyone under sixteen.

## Changes

When this policy changes, we update the date above. If a change matters to you, we’ll email you before it takes effect.`,
};
