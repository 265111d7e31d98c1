import { brand } from "@/lib/brand";

/** The refund policy (Markdown): docs/product-spec.md, section 4.5. */
export const refundPolicy = {
  lastUpdated: "April 07, 2025",
  content: `We want you to know what ${brand.name} is before you pay for it, and to be able to leave whenever you like.

## Free trial

Every subscription starts with a 7-day free trial. Cancel during the trial and you won’t be charged.

## Canceling your subscription

You can cancel anytime. Your account stays active until the end of the billing cycle you’ve paid for.

## Refund requests

You must request a refund within 30 days of the start of your subscription. Refunds are granted at our sole discretion, case by case. We typically grant a refund for:

- persistent technical issues;
- a billing error on our part;
- misrepresentation of features.

## Technical issues

We can refund you for technical issues that our support team couldn’t resolve. We may ask for proof of the issue.

## How to request a refund

Send your request through the [contact page](/contact) and include:

- your account information;
- your subscription details;
- the reason for your request.

## What happens next

We review your request and email you to say whether it’s approved or rejected. An approved refund goes to your original payment method.

## Changes to this policy

We may change this policy at any time. Changes take effect immediately when they’re posted on this page.`,
};
