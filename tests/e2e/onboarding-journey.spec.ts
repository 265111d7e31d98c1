import { Temporal } from "temporal-polyfill";
import { expect, type APIRequestContext, type Page } from "playwright/test";
import { test } from "@/tests/support/own-address";
import { formatPhoneNumber } from "@/components/phone/phone-numbers";
import { accessibilityProblems, sidewaysScroll } from "@/tests/support/public-pages";
import { messagesTo, purchase, uniqueEmail, uniquePhone } from "@/tests/support/purchase";

/** For what webhooks, workers and providers have to do first; a loaded machine proves nothing. */
const patiently = { timeout: 45_000 };

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

/** Whatever a browser complains about on any of its pages, refusals by the page's policy included. */
function collectComplaints(page: Page, complaints: string[] = []): string[] {
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

async function setTime(request: APIRequestContext, at: Temporal.ZonedDateTime): Promise<void> {
  const now = new Date(at.epochMilliseconds).toISOString();
  const response = await request.put(`${sandboxUrl}/sandbox/clock`, { data: { now, rate: 1 } });
  expect(response.ok()).toBe(true);
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
  expect((await request.delete(`${sandboxUrl}/sandbox/clock`)).ok()).toBe(true);
});

test("from the plans to the first briefing, by e-mail and by text", async ({ page, request }) => {
  test.slow();
  const complaints = collectComplaints(page);
  const email = uniqueEmail();
  const { typed, e164 } = uniquePhone();
  const mails = () => messagesTo(request, "email", email);
  const texts = () => messagesTo(request, "sms", e164);
  let firstDay = "";

  await test.step("a plan, the overlay, a card", async () => {
    await page.goto("/pricing");
    await expect.poll(() => page.evaluate(() => window.Paddle?.Initialized === true)).toBe(true);
    await page.getByRole("button", { name: "Start Free Trial with the annual plan" }).click();
    await pay(page, email);
  });

  await test.step("where to send it", async () => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Timezone").selectOption("Pacific Time (PT)");
    const slip = page.getByRole("complementary", { name: "Your first briefing" });
    firstDay = (await slip.getByRole("definition").first().textContent()) ?? "";
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/onboarding-success\/\d+$/, patiently);
    await expect(page.getByRole("definition")).toHaveText([email, "Pacific Time (PT)"]);
  });

  await test.step("by text as well", async () => {
    const offer = page.getByRole("region", { name: "Get it by text as well" });
    await offer.getByLabel("Phone number").fill(typed);
    await offer.getByRole("button", { name: "Add texts" }).click();
    await expect(page).toHaveURL(/\/onboarding-2\/\d+$/, patiently);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/onboarding-3\/\d+$/, patiently);
    await expect(page.getByText(formatPhoneNumber(e164), { exact: true })).toBeVisible();
  });

  await test.step("the welcome and the confirmation arrive", async () => {
    await expect.poll(async () => (await mails()).length, patiently).toBe(1);
    await expect.poll(async () => (await texts()).length, patiently).toBe(1);
    expect((await mails())[0]?.subject).toContain("Welcome");
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

  await test.step("a minute before eight the mail is there and the text is not", async () => {
    await setTime(request, eight.subtract({ minutes: 1 }));
    await expect.poll(async () => (await mails()).length, patiently).toBe(2);
    expect(await texts()).toHaveLength(1);
  });

  await test.step("at eight the text", async () => {
    await setTime(request, eight);
    await expect.poll(async () => (await texts()).length, patiently).toBe(2);
  });

  await test.step("one of each, and no more of them while the worker goes on", async () => {
    const next = await purchase(request);
    await page.goto(`/onboarding?uid=${next.uid}`);
    await page.getByLabel("Email").fill(next.email);
    await page.getByLabel("Timezone").selectOption("London (GMT/BST)");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect
      .poll(async () => (await messagesTo(request, "email", next.email)).length, patiently)
      .toBe(1);
    const [, mail, ...moreMails] = await mails();
    const [, text, ...moreTexts] = await texts();
    expect([moreMails, moreTexts]).toEqual([[], []]);
    // The three headlines, as numbered in the message of the day.
    for (const briefing of [mail, text])
      expect(briefing?.text).toMatch(/1\..+\n+\s*2\..+\n+\s*3\./);
  });

  await test.step("the mail's own link stops the mails, once its button is pressed", async () => {
    const [, briefing] = await mails();
    const link = briefing?.text.match(/https?:\S+\/unsubscribe\/\S+/)?.[0] ?? "";
    await page.goto(link);
    await expect(page).toHaveTitle("E-mail delivery | Threeline");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stop the daily email?");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
      }
    }
    await page.getByRole("button", { name: "Stop emails" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emails are off");
    await expect(page.getByRole("main")).toContainText(
      "Your subscription and its billing go on. To cancel them, go to your account.",
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Resume emails" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stop the daily email?");
  });

  expect(complaints).toEqual([]);
});

test("two tabs that submit one purchase at once both end well", async ({ page, request }) => {
  const { uid } = await purchase(request);
  const other = await page.context().newPage();
  const complaints = collectComplaints(other, collectComplaints(page));
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

  // Whoever was last has the say, in both.
  const shown = await Promise.all(
    tabs.map(async ({ tab }) => {
      await tab.reload();
      await expect(tab.getByRole("heading", heading)).toBeVisible();
      return tab.getByRole("definition").allTextContents();
    }),
  );
  expect(shown[0]).toEqual(shown[1]);
  expect(tabs.map(({ email, timezone }) => [email, timezone])).toContainEqual(shown[0]);
  expect(complaints).toEqual([]);
});
