import { expect, test } from "vitest";
import { renderedText } from "@/tests/support/rendered-markup";
import { createBriefingRenderer } from "./briefing-renderer";
import { createNoticeRenderer } from "./notice-renderer";
import { briefingsWithTestSiteNotice, noticesWithTestSiteNotice } from "./test-site-notice";

const siteUrl = "https://threeline.example";
const notice =
  "This is a test site: it doesn’t deliver emails or texts, and payments on it aren’t real.";
const notices = noticesWithTestSiteNotice(createNoticeRenderer(), "sandbox");
const briefings = briefingsWithTestSiteNotice(createBriefingRenderer(), "sandbox");

const emails = {
  welcome: () =>
    notices.renderWelcome({
      siteUrl,
      name: null,
      email: "ada@sample.example",
      timezoneLabel: "London (GMT/BST)",
      firstBriefingDay: "Monday, November 23",
      firstCharge: null,
    }),
  "trial reminder": () =>
    notices.renderTrialReminder({
      siteUrl,
      name: null,
      price: {
        amount: 500,
        currency: "USD",
        interval: "month",
        isTaxAdded: false,
        isDiscounted: false,
      },
      total: null,
      chargeDate: "Nov 29, 2026",
    }),
  "login link": () =>
    notices.renderLoginLink({
      siteUrl,
      email: "ada@sample.example",
      link: `${siteUrl}/auth/verify?token=x`,
      minutes: 15,
      requestedFrom: "Chrome on Windows",
    }),
  "operator alert": () =>
    notices.renderOperatorAlert({ siteUrl, subject: "Alert", body: "Body.", isForAdmin: false }),
  briefing: () =>
    briefings.render({ localDate: "2026-11-18", message: "1. One", post: null }, siteUrl),
};

test.each(Object.entries(emails))("a test site's %s starts with the notice", async (_, render) => {
  const { html, text } = await render();
  expect(renderedText(html).trimStart().startsWith(notice)).toBe(true);
  expect(text.startsWith(`${notice}\n\n`)).toBe(true);
});
