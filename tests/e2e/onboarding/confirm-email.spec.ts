import { expect, type APIRequestContext, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { test } from "../../support/browser/own-address";
import { accessibilityProblems } from "../../support/browser/public-pages";
import { logIn, subscribe } from "../../support/browser/login";
import { messagesTo, purchase } from "../../support/browser/purchase";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The address of someone whose subscription has ended. */
async function leave(page: Page): Promise<string> {
  const { request } = page;
  const { email } = await subscribe(request);
  await logIn(page, email);
  const canceled = await request.post("/api/subscription/cancel", {
    data: { email, subscriptionId: "", emailPreference: "stop_immediately" },
  });
  expect(canceled.status()).toBe(200);
  await page.context().clearCookies();
  return email;
}

/** Buys again with another address, and enters this one at sign-up. Returns the emailed link's path. */
async function enter(page: Page, email: string): Promise<string> {
  const { request } = page;
  const { uid } = await purchase(request);
  const answer = await request.post("/api/email-onboarding", {
    data: { email, timezone: "America/Denver", termsAgreed: true, threelineUid: uid },
  });
  expect(answer.status()).toBe(200);
  await expect.poll(() => linkTo(request, email), { timeout: 60_000 }).not.toBe("");
  return linkTo(request, email);
}

async function linkTo(request: APIRequestContext, email: string): Promise<string> {
  const mails = await messagesTo(request, "email", email);
  const links = mails.flatMap(({ text }) => /\/confirm-email\/[\w.-]+/.exec(text)?.[0] ?? []);
  return links.at(-1) ?? "";
}

test("the link confirms by itself in the browser that made the purchase", async ({ page }) => {
  const link = await enter(page, await leave(page));
  await page.goto(link);
  await expect(heading(page)).toHaveText("You’re all set");
});

test("the link waits for a click in any other browser", async ({ page }) => {
  const email = await leave(page);
  const link = await enter(page, email);
  await page.context().clearCookies();

  await test.step("the page asks first", async () => {
    for (let times = 0; times < 2; times += 1) {
      await page.goto(link);
      await expect(page).toHaveTitle("Confirm your email address | Threeline");
      await expect(heading(page)).toHaveText("Is this your address?");
    }
    await expect(page.getByRole("main")).toContainText(email);
    await expect(page.getByRole("definition")).toHaveText(["Mountain Time (MT)"]);
    await expectGoodAtAllWidths(page);
  });

  await test.step("Confirm adds the subscription", async () => {
    await page.getByRole("button", { name: "Confirm" }).press("Enter");
    await expect(heading(page)).toHaveText("You’re all set");
    expect(await accessibilityProblems(page)).toEqual([]);
    await logIn(page, email);
    const user = await page.request.get("/api/user");
    expect(await user.json()).toMatchObject({ status: "Free Trial", timezone: "America/Denver" });
  });

  await test.step("a broken link says so", async () => {
    await page.goto(`${link}x`);
    await expect(heading(page)).toHaveText("This link isn’t valid");
  });
});
