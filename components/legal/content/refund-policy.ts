import { brand } from "@/lib/brand";

/** The refund policy (Markdown; spec, section 2). */
export const refundPolicy = {
  lastUpdated: "April 07, 2025",
  content: `We want you to know what ${brand.name} is before you pay for it, and to be able to leave whenever you like.

## Free trial

Every subscription begins with a 7-day free trial. Cancel during the trial and you are not charged.

## Cancelling your subscription

You can cancel anytime. Your account stays active to the end of the billing cycle that you have paid for.

## Refund requests

A refund request must be made within 30 days of the start of your subscription. Refunds are granted at our sole discretion, case by case. Typical cases in which we grant one:

- persistent technical issues;
- a billing error by us;
- misrepresentation of features.

## Technical issues

We refund for technical issues that our support could not resolve. We may ask you for proof of the issue.

## How to request a refund

Send your request through the [contact page](/contact) and include:

- your account information;
- your subscription details;
- the reason for your request.

## What happens then

We review your request and email you whether it is approved or rejected. An approved refund goes to the original payment method.

## Changes to this policy

We may change this policy. A change takes effect immediately when it is posted on this page.`,
};
