import { priceOf } from "@/lib/contracts/plans";
import { describe, expect, it } from "vitest";
import type { EventNotice } from "@/lib/domain/ports/notice-renderer";
import { renderedWords } from "@/tests/support/rendered-markup";
import { previewOf } from "@/tests/support/visible-text";
import { createNoticeRenderer } from "./notice-renderer";

const annualPrice = priceOf({
  plan: "annual",
  price: null,
  currency: null,
  isTaxAdded: false,
  isDiscounted: false,
});

const renderer = createNoticeRenderer();
const siteUrl = "https://threeline.example";

describe("the welcome email", () => {
  const notice = {
    siteUrl,
    name: "Ada Lovelace",
    email: "ada@sample.example",
    timezoneLabel: "London (GMT/BST)",
    firstBriefingDay: "Monday, November 23",
    firstCharge: { price: annualPrice, chargeDate: "Nov 29, 2026" },
  } as const;

  it("says when the first briefing arrives and when the trial ends", async () => {
    const { subject, html, text } = await renderer.renderWelcome(notice);
    expect(subject).toBe("Welcome to Threeline");
    expect(text).toBe(`Welcome, Ada Lovelace.

Starting Monday, November 23, you’ll get the three finance stories that
matter every weekday by 8:00 AM in your time zone: London (GMT/BST).
They take about 90 seconds to read, with no ads.

We’ll send them to ada@sample.example. Your 7-day free trial ends Nov
29, 2026; we’ll remind you before then. After that, it’s $40 per year
unless you cancel.

Manage Preferences: https://threeline.example/account

New here? Read the latest posts: https://threeline.example/read

--

You’re receiving this because this address was used to sign up for
Threeline. Questions? Email support@threeline.example.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
`);
    const words = renderedWords(html);
    expect(previewOf(html)).toMatch(
      /^Welcome, Ada Lovelace\. Starting Monday, November 23, you’ll get the three finance stories/,
    );
    expect(words).toContain(
      "We’ll send them to ada@sample.example. Your 7-day free trial ends Nov 29, 2026; we’ll remind you before then. After that, it’s $40 per year unless you cancel.",
    );
  });

  it("doesn't mention a trial that won't be charged", async () => {
    const { html, text } = await renderer.renderWelcome({ ...notice, firstCharge: null });
    expect(text).toContain("\nWe’ll send them to ada@sample.example.\n");
    expect(text + renderedWords(html)).not.toContain("trial");
  });
});

describe("the trial reminder", () => {
  const notice = { siteUrl, price: annualPrice, total: null, chargeDate: "Nov 28, 2026" } as const;

  it("says what will be charged, when, and how to avoid it", async () => {
    const { subject, html, text } = await renderer.renderTrialReminder({ ...notice, name: null });
    expect(subject).toBe("Your free trial ends Nov 28, 2026");
    expect(text).toBe(`We’ll charge you $40 per year, starting on Nov 28, 2026. If you want to
stay subscribed, you don’t need to do anything.

If not, cancel in your account before then and you won’t be charged.

Manage your subscription: https://threeline.example/account

--

You’re receiving this because you started a free trial of Threeline.
Questions? Email support@threeline.example.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
`);
    expect(previewOf(html)).toMatch(
      /^We’ll charge you \$40 per year, starting on Nov 28, 2026\. If/,
    );
    expect(renderedWords(html)).toContain(
      "We’ll charge you $40 per year, starting on Nov 28, 2026. If you want to stay subscribed, you don’t need to do anything.",
    );
  });

  it("starts with the subscriber's name", async () => {
    const { text } = await renderer.renderTrialReminder({ ...notice, name: "Ada" });
    expect(text).toMatch(/^Ada, we’ll charge you \$40 per year, starting on/);
  });
});

describe("the login email", () => {
  const link = `${siteUrl}/auth/verify?token=${"t".repeat(43)}`;

  it("has the link, its expiry, and where it was requested", async () => {
    const { subject, html, text } = await renderer.renderLoginLink({
      siteUrl,
      email: "ada@sample.example",
      link,
      minutes: 15,
      requestedFrom: "Firefox on Linux (IP address 203.0.113.7)",
    });
    expect(subject).toBe("Your Threeline login link");
    expect(text).toBe(`Open this link to log in to your account:

${link}

The link works once and expires in 15 minutes.

Requested from Firefox on Linux (IP address 203.0.113.7). If this wasn’t
you, ignore this email; no one can log in without the link. Don’t
forward it.

--

You’re receiving this because someone requested a login link for
ada@sample.example. Questions? Email support@threeline.example.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
`);
    expect(previewOf(html)).toMatch(
      /^The link works once and expires in 15 minutes\. Log in Button/,
    );
    expect(renderedWords(html)).toContain("Button not working? Open this link:");
  });
});

describe("the email that confirms an existing subscriber's address", () => {
  it("has the link, and says that nothing changes without it", async () => {
    const link = `${siteUrl}/confirm-email/MTc.abc`;
    const { subject, html, text } = await renderer.renderEvent({
      kind: "confirm_address",
      siteUrl,
      link,
      days: 7,
    });
    expect(subject).toBe("Confirm your email address");
    expect(text).toBe(`Someone subscribed to Threeline and entered this address, which already
has an account. If it was you, confirm to add the subscription to your
account.

Review and confirm: ${link}

The link works for 7 days. If it wasn’t you, ignore this email. Nothing
about your account changes.

--

You’re receiving this because someone entered this address while
subscribing to Threeline. Questions? Email support@threeline.example.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
`);
    expect(html).toContain(`href="${link}"`);
  });
});

describe("the emails about a sign-up's address", () => {
  it("tell the address used at checkout where the briefings go", async () => {
    const { subject, html, text } = await renderer.renderEvent({
      kind: "delivery_address",
      siteUrl,
      email: "ada@other.example",
      start: {
        firstBriefingDay: "Monday, November 23",
        firstCharge: { price: annualPrice, chargeDate: "Nov 29, 2026" },
      },
    });
    expect(renderedWords(html)).toContain(
      "Your first briefing will arrive there on Monday, November 23. Your 7-day free trial ends Nov 29, 2026; we’ll remind you before then. After that, it’s $40 per year unless you cancel.",
    );
    expect(subject).toBe("Where we’ll send your Threeline briefings");
    expect(renderedWords(html)).toContain(
      "You paid with this address and chose another one for your briefings: ada@other.example.",
    );
    expect(text).toContain("If you didn’t choose it, email support@threeline.example.");
  });

  it("tell the current address that another was asked for", async () => {
    const link = `${siteUrl}/change-email/stop/MTc.abc`;
    const from = "Nov 24, 2026 at 7:00 AM EST";
    const notice = { kind: "email_change_requested", siteUrl, link, from } as const;
    const { text, html } = await renderer.renderEvent(notice);
    expect(text.replaceAll("\n", " ")).toContain(
      "Otherwise, it takes effect once someone confirms at the new address, normally not before Nov 24, 2026 at 7:00 AM EST.",
    );
    expect(text).toContain(`This wasn’t me – stop it:\n${link}`);
    expect(html).toContain(`href="${link}"`);
  });

  it("tell the old address that it was replaced", async () => {
    const { subject, text } = await renderer.renderEvent({ kind: "address_changed", siteUrl });
    expect(subject).toBe("Your Threeline address was changed");
    expect(text).toContain("Your briefings and login links now go to another address.");
  });
});

describe("the emails about an account", () => {
  const cases: [EventNotice, string, string][] = [
    [
      {
        kind: "new_device",
        siteUrl,
        device: "Chrome on Windows",
        time: "Nov 22, 2026 at 8:03 AM EST",
      },
      "New login to your Threeline account",
      "Someone logged in from Chrome on Windows on Nov 22, 2026 at 8:03 AM EST. We hadn’t seen this browser before. If this was you, you don’t need to do anything.",
    ],
    [
      { kind: "phone_changed", siteUrl, ending: "0123" },
      "Your Threeline phone number was updated",
      "Your texts now go to the number ending in 0123.",
    ],
    [
      { kind: "canceled", siteUrl, lastDay: "Nov 29, 2026" },
      "Your Threeline subscription won’t renew",
      "You’ll receive the briefing until Nov 29, 2026. You won’t be charged again. Changed your mind? Subscribe again with this address, and your account will be as you left it.",
    ],
    [
      { kind: "canceled", siteUrl, lastDay: null },
      "Your Threeline subscription won’t renew",
      "Your briefings have stopped and you won’t be charged again.",
    ],
    [
      { kind: "trial_used", siteUrl },
      "Your Threeline free trial has ended",
      "You’ve already used your free trial. We ended this one, and you won’t be charged. You can start now without a trial. Log in with this address to see the price.",
    ],
    [
      {
        kind: "charged",
        siteUrl,
        amount: "$40",
        plan: "annual",
        date: "Nov 29, 2026",
        isFirst: true,
        nextDate: "Nov 29, 2027",
      },
      "Your Threeline payment of $40",
      "Your free trial has ended. We charged you $40 for your annual plan on Nov 29, 2026. Your next charge is on Nov 29, 2027.",
    ],
    [
      {
        kind: "charged",
        siteUrl,
        amount: "$5",
        plan: "monthly",
        date: "Nov 29, 2026",
        isFirst: false,
        nextDate: null,
      },
      "Your Threeline payment of $5",
      "We charged you $5 for your monthly plan on Nov 29, 2026. Manage your subscription",
    ],
    [
      { kind: "account_deleted", siteUrl },
      "Your Threeline account was deleted",
      "We deleted your account and your personal data. Your briefings have stopped and you won’t be charged again. This is our last email. We’ve removed this address, too.",
    ],
  ];

  it.each(cases)("say what happened: $kind", async (notice, subject, words) => {
    const rendered = await renderer.renderEvent(notice);
    expect(rendered.subject).toBe(subject);
    expect(previewOf(rendered.html)).toContain(words.slice(0, 60));
    expect(rendered.text.replaceAll(/\s+/g, " ")).toContain(words);
    for (const sentence of words.split(/(?<=[.?]) /)) {
      expect(renderedWords(rendered.html)).toContain(sentence);
    }
  });
});
