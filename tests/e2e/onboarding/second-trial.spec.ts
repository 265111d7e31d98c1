import { expect, type Page } from "playwright/test";
import { expectGoodAtAllWidths, smallTargets } from "../../support/browser/all-widths";
import { logIn } from "../../support/browser/login";
import { test } from "../../support/browser/own-address";
import { logInAdmin } from "../../support/browser/public-pages";
import { purchase, uniqueEmail } from "../../support/browser/purchase";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Buys twice with two spellings of one mailbox. Returns the second purchase. */
async function buyTwice(page: Page) {
  const email = uniqueEmail();
  await purchase(page.request, { email });
  return purchase(page.request, { email: email.replace("@", "+again@") });
}

async function setPolicy(page: Page, repeatTrialPolicy: "refuse" | "note"): Promise<void> {
  await logInAdmin(page.request);
  const answer = await page.request.put("/api/admin/settings", { data: { repeatTrialPolicy } });
  expect(answer.status()).toBe(200);
  await page.context().clearCookies();
}

const startButton = (page: Page) =>
  page.getByRole("button", { name: "Start now for $40 per year" });

test.beforeEach(({ page }) => setPolicy(page, "refuse"));
test.afterEach(({ page }) => setPolicy(page, "note"));

test("a second free trial is refused, and can be started without one", async ({ page }) => {
  const { uid, email } = await buyTwice(page);

  await test.step("the sign-up says that the trial was canceled", async () => {
    await page.goto(`/onboarding?uid=${uid}`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Timezone").selectOption("Mountain Time (MT)");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(heading(page)).toHaveText("You’ve already used your free trial");
    await expect(heading(page)).toBeFocused();
    const main = page.getByRole("main");
    await expect(main).toContainText("We ended this one, and you won’t be charged.");
    await expect(main).toContainText("You can start now without a trial.");
    await expect(main).toContainText("Your card is charged today, plus any tax. Cancel anytime.");
    await expect(main).not.toContainText("Free until");
    await expect(page.getByLabel("Email")).toBeHidden();
    await expect(main.getByRole("link", { name: "Contact support" })).toBeVisible();
    await expectGoodAtAllWidths(page);
    expect(await smallTargets(page)).toEqual([]);
  });

  await test.step("a declined card says so, and charges nothing", async () => {
    await page.request.put(`${sandboxUrl}/sandbox/setup`, { data: { paddleDeclinesCards: true } });
    await startButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "declined" })).toHaveText(
      "Your payment was declined, so you weren’t charged. Please check your card and try again, or contact us.",
    );
    await expectGoodAtAllWidths(page);
    await page.request.delete(`${sandboxUrl}/sandbox/setup`);
  });

  await test.step("starting now charges the card and finishes the sign-up with what was typed", async () => {
    await startButton(page).press("Enter");
    await expect(page).toHaveURL(/\/onboarding-success\/\d+$/);
    await expect(heading(page)).toHaveText("Welcome to Threeline");
    await logIn(page, email);
    const user = await page.request.get("/api/user");
    expect(await user.json()).toMatchObject({
      email,
      status: "Active",
      timezone: "America/Denver",
    });
  });
});

test("the account offers it to someone who never finished the sign-up", async ({ page }) => {
  const { email } = await buyTwice(page);
  await logIn(page, email);
  await page.goto("/account/details");
  const panel = page.getByRole("region", { name: "Subscription Management" });
  await expect(panel).toContainText(
    "You’ve already used your free trial. We ended this one, and you won’t be charged.",
  );
  await expect(page.getByRole("main")).not.toContainText("Free Trial");
  await expectGoodAtAllWidths(page);
  await startButton(page).click();
  await expect(page.getByText("You’re subscribed")).toBeVisible();
  // The terms are still to be agreed to.
  await expect(page).toHaveURL(/\/onboarding\?uid=/);
  await expect(heading(page)).toHaveText("Where should we send it?");
});
