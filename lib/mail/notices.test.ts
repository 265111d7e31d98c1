import { expect, test } from "vitest";
import { renderedText } from "@/tests/support/rendered-markup";
import { createNoticeRenderer } from "./notice-renderer";

const renderer = createNoticeRenderer();
const siteUrl = "https://threeline.example";

test("the welcome", async () => {
  const { subject, html, text } = await renderer.renderWelcome({
    siteUrl,
    name: "Ada Lovelace",
    email: "ada@sample.example",
    timezoneLabel: "London (GMT/BST)",
  });
  expect(subject).toBe("Welcome to Threeline");
  expect(text).toBe(`Welcome, Ada Lovelace.

From the next weekday on, the three finance stories that matter are here
by 8:00am, in your own time: London (GMT/BST). About 90 seconds to read,
no ads.

They go to ada@sample.example. Your trial is free for 7 days, and we
remind you before it ends.

Manage Preferences: https://threeline.example/account

New here? Read the latest posts: https://threeline.example/read

--

You get this because this address was signed up for Threeline.
Questions? Write to support@threeline.example.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
`);
  expect(renderedText(html)).toContain(
    "They go to ada@sample.example. Your trial is free for 7 days, and we remind you before it ends.",
  );
});

test("the reminder before the first charge", async () => {
  const notice = { siteUrl, plan: "annual", chargeDate: "November 28, 2026" } as const;
  const { subject, html, text } = await renderer.renderTrialReminder({ ...notice, name: null });
  expect(subject).toBe("Your free trial ends on November 28, 2026");
  expect(text).toBe(`Your first charge is on November 28, 2026: $40 per year. If you want to
stay, there is nothing to do.

If not, cancel in your account before that day and you pay nothing.

Manage your subscription: https://threeline.example/account

--

You get this because you started a free trial of Threeline. Questions?
Write to support@threeline.example.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
`);
  expect(renderedText(html)).toContain(
    "Your first charge is on November 28, 2026: $40 per year. If you want to stay, there is nothing to do.",
  );
  expect((await renderer.renderTrialReminder({ ...notice, name: "Ada" })).text).toMatch(
    /^Ada, your first charge is on/,
  );
});

test("the login link", async () => {
  const link = `${siteUrl}/auth/verify?token=${"t".repeat(43)}`;
  const { html, text } = await renderer.renderLoginLink({
    siteUrl,
    email: "ada@sample.example",
    link,
    minutes: 15,
    requestedFrom: "Firefox on Linux, at the address 203.0.113.7",
  });
  expect(text).toBe(`Open this address to log in to your Threeline account:

${link}

It works once, for 15 minutes.

Asked for from Firefox on Linux, at the address 203.0.113.7. If that was
not you, leave this mail alone: without the link nobody gets in. Please
do not forward it.

--

You get this because somebody asked for a login link for
ada@sample.example. Questions? Write to support@threeline.example.
Threeline, 40 Example Street, London EC2M 1AA. News, not investment
advice.
`);
  expect(renderedText(html)).toContain("If the button does not work, open this address:");
});
