import { Temporal } from "temporal-polyfill";
import { expect, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { test } from "../../support/browser/own-address";
import { accessibilityProblems } from "../../support/browser/public-pages";
import {
  answerForPaddle,
  messagesTo,
  purchase,
  uniqueEmail,
  uniquePhone,
} from "../../support/browser/purchase";
import { setClock } from "../../support/browser/sandbox-clock";
import { waitForMessages } from "../../support/browser/wait-for-messages";

/** For steps that wait for webhooks and providers, which are slow on a busy machine. */
const slowly = { timeout: 45_000 };

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

/** Collects page errors and console errors and warnings, including policy violations. */
function collectProblems(page: Page, problems: string[] = []): string[] {
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  return problems;
}

async function pay(page: Page, email: string): Promise<void> {
  const overlay = page.frameLocator('iframe[title="Paddle Checkout"]');
  await overlay.getByLabel("Email address").fill(email);
  await overlay.getByLabel("Name on card").fill("Alex Sample");
  await overlay.getByLabel("Card number").fill("4242 4242 4242 4242");
  await overlay.getByLabel("Expiration date").fill("12/40");
  await overlay.getByLabel("Security code").fill("123");
  await overlay.getByRole("button", { name: "Start free trial" }).click();
  await expect(page).toHaveURL(/\/onboarding\?uid=uid_[0-9a-f]{32}$/);
}

test.afterAll(async ({ request }) => {
  await setClock(request, null);
});

test("goes from the pricing page to the first briefing by email and text", async ({
  page,
  request,
}) => {
  test.slow();
  const problems = collectProblems(page);
  const email = uniqueEmail();
  const { typed, e164, shown } = uniquePhone();
  const emails = () => messagesTo(request, "email", email);
  const texts = () => messagesTo(request, "sms", e164);
  let firstDay = "";
  // Everywhere, today's window is over.
  await setClock(request, `${new Date().toISOString().slice(0, 10)}T20:00:00Z`);

  await test.step("choose a plan and pay", async () => {
    await answerForPaddle(page);
    await page.goto("/pricing");
    await expect.poll(() => page.evaluate(() => window.Paddle?.Initialized === true)).toBe(true);
    await page.getByRole("button", { name: "Start Free Trial with the annual plan" }).click();
    await pay(page, email);
  });

  await test.step("enter the email and time zone", async () => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Timezone").selectOption("Pacific Time (PT)");
    const slip = page.getByRole("complementary", { name: "Your first briefing" });
    const date = slip.getByRole("definition").first();
    await expect(date).toHaveText(/\d/);
    firstDay = (await date.textContent()) ?? "";
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/onboarding-success\/\d+$/, slowly);
    await expect(page.getByRole("definition")).toHaveText([email, "Pacific Time (PT)"]);
  });

  await test.step("add texts", async () => {
    const offer = page.getByRole("region", { name: "Get it by text as well" });
    await offer.getByLabel("Phone number").fill(typed);
    await offer.getByRole("button", { name: "Add texts" }).click();
    await expect(page).toHaveURL(/\/onboarding-2\/\d+$/, slowly);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/onboarding-3\/\d+$/, slowly);
    await expect(page.getByText(shown, { exact: true })).toBeVisible();
  });

  await test.step("the welcome email and the confirmation text arrive", async () => {
    await waitForMessages(request, emails, 1);
    await waitForMessages(request, texts, 1);
    expect((await emails())[0]?.subject).toContain("Welcome");
    expect((await texts())[0]?.text).toContain("STOP");
    const sandbox = await page.context().newPage();
    await sandbox.goto(sandboxUrl);
    const row = (to: string) => sandbox.getByRole("link").filter({ hasText: to });
    await expect(row(email)).toContainText("Welcome to Threeline");
    await expect(row(e164)).toContainText("Reply HELP for help, STOP to cancel.");
    await sandbox.close();
  });

  const day = new Intl.DateTimeFormat("en-CA").format(new Date(`${firstDay} 12:00`));
  const eight = Temporal.ZonedDateTime.from(`${day}T08:00[America/Los_Angeles]`);

  await test.step("a minute before 8:00 the email has arrived and the text hasn't", async () => {
    await setClock(request, eight.subtract({ minutes: 1 }).toInstant().toString());
    await waitForMessages(request, emails, 2);
    expect(await texts()).toHaveLength(1);
  });

  await test.step("the text arrives at 8:00", async () => {
    await setClock(request, eight.toInstant().toString());
    await waitForMessages(request, texts, 2);
  });

  await test.step("nothing is sent twice while the worker keeps running", async () => {
    const next = await purchase(request);
    await page.goto(`/onboarding?uid=${next.uid}`);
    await page.getByLabel("Email").fill(next.email);
    await page.getByLabel("Timezone").selectOption("London (GMT/BST)");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await waitForMessages(request, () => messagesTo(request, "email", next.email), 1);
    const [, briefingEmail, ...moreEmails] = await emails();
    const [, text, ...moreTexts] = await texts();
    expect([moreEmails, moreTexts]).toEqual([[], []]);
    // The three numbered headlines of the daily message.
    for (const briefing of [briefingEmail, text])
      expect(briefing?.text).toMatch(/1\..+\n+\s*2\..+\n+\s*3\./);
  });

  await test.step("the link in the email stops emails, after a click on its button", async () => {
    const [, briefing] = await emails();
    const link = briefing?.text.match(/https?:\S+\/unsubscribe\/\S+/)?.[0] ?? "";
    await page.goto(link);
    await expect(page).toHaveTitle("Email delivery | Threeline");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stop the daily email?");
    await expectGoodAtAllWidths(page);
    await page.getByRole("button", { name: "Stop emails" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emails are off");
    await expect(page.getByRole("main")).toContainText(
      "You’re still subscribed and will still be billed. To cancel, go to your account.",
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume emails" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stop the daily email?");
  });

  expect(problems).toEqual([]);
});

test("two tabs that submit the same purchase at once both succeed", async ({ page, request }) => {
  const { uid } = await purchase(request);
  const other = await page.context().newPage();
  const problems = collectProblems(other, collectProblems(page));
  const tabs = [
    { tab: page, email: uniqueEmail(), timezone: "Eastern Time (ET)" },
    { tab: other, email: uniqueEmail(), timezone: "Central Time (CT)" },
  ];
  for (const { tab, email, timezone } of tabs) {
    await tab.goto(`/onboarding?uid=${uid}`);
    await tab.getByLabel("Email").fill(email);
    await tab.getByLabel("Timezone").selectOption(timezone);
    await tab.getByRole("checkbox").check();
  }
  await Promise.all(tabs.map(({ tab }) => tab.getByRole("button", { name: "Continue" }).click()));
  const heading = { name: "Welcome to Threeline" };
  for (const { tab } of tabs) await expect(tab.getByRole("heading", heading)).toBeVisible();
  expect(other.url()).toBe(page.url());

  // Both show what was submitted last.
  const facts = await Promise.all(
    tabs.map(async ({ tab }) => {
      await tab.reload();
      await expect(tab.getByRole("heading", heading)).toBeVisible();
      return tab.getByRole("definition").allTextContents();
    }),
  );
  expect(facts[0]).toEqual(facts[1]);
  expect(tabs.map(({ email, timezone }) => [email, timezone])).toContainEqual(facts[0]);
  expect(problems).toEqual([]);
});
