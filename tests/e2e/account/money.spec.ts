import { expect, type Page } from "playwright/test";
import { openAsAdmin } from "../../support/browser/admin-pages";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { logIn, subscribe } from "../../support/browser/login";
import { test } from "../../support/browser/own-address";
import { messagesTo, purchase } from "../../support/browser/purchase";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

const simulate = async (page: Page, subscriptionId: string, event: string) => {
  const url = `${sandboxUrl}/sandbox/paddle/subscriptions/${subscriptionId}`;
  expect((await page.request.post(url, { data: { event } })).ok()).toBe(true);
};

const subscription = (page: Page) => page.getByRole("region", { name: "Subscription Management" });

async function openAccount(page: Page, event: "activate" | null = "activate") {
  const person = await subscribe(page.request);
  if (event) await simulate(page, person.subscriptionId, event);
  await logIn(page, person.email);
  await page.goto("/account/details");
  return person;
}

/** The team's page of a subscriber. */
async function openPerson(page: Page, email: string): Promise<void> {
  await openAsAdmin(page, `/admin/subscribers?q=${encodeURIComponent(email)}`);
  await page.getByRole("table", { name: "Subscribers" }).getByRole("link", { name: email }).click();
}

test("the plan changes from annual to monthly when it renews, and can be kept", async ({
  page,
}) => {
  const { email } = await openAccount(page);
  await subscription(page).getByRole("button", { name: "Change to monthly" }).click();
  const dialog = page.getByRole("dialog", { name: "Change to the monthly plan?" });
  await expect(dialog).toContainText("Your plan becomes monthly on");
  await expect(dialog).toContainText("$5 per month.");
  await expectGoodAtAllWidths(page);
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expect(subscription(page)).toContainText("Your plan becomes monthly on");
  await expectGoodAtAllWidths(page);
  await expect
    .poll(async () => (await messagesTo(page.request, "email", email)).map(({ text }) => text))
    .toContainEqual(expect.stringContaining("Your plan becomes monthly"));
  await subscription(page).getByRole("button", { name: "Stay on annual" }).click();
  await expect(subscription(page).getByRole("button", { name: "Change to monthly" })).toBeVisible();
});

test("the plan changes from monthly to annual at once, for what Paddle says", async ({ page }) => {
  await openAccount(page, null);
  await subscription(page).getByRole("button", { name: "Change to monthly" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change plan" }).click();
  await expect(subscription(page)).toContainText("Monthly, $5 per month");
  await subscription(page).getByRole("button", { name: "Change to annual" }).click();
  const dialog = page.getByRole("dialog", { name: "Change to the annual plan?" });
  await expect(dialog).toContainText("You pay nothing now.");
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expect(subscription(page)).toContainText("Annual, $40 per year");
});

test("a failed payment shows why, and the team sends a link that pays it", async ({ page }) => {
  const { email, subscriptionId } = await openAccount(page);
  await simulate(page, subscriptionId, "past_due");
  await page.reload();
  await expect(subscription(page)).toContainText("didn’t go through (bank declined).");
  await expectGoodAtAllWidths(page);
  await page.context().clearCookies();

  await openPerson(page, email);
  const failed = page.getByRole("region", { name: "The last payment failed." });
  await expect(failed).toContainText("Bank declined.");
  // Without scrolling, above everything else.
  await expect(failed).toBeInViewport({ ratio: 1 });
  await expectGoodAtAllWidths(page);
  await failed.getByRole("button", { name: "Send card link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Asked by phone");
  await dialog.getByRole("button", { name: "Send link" }).click();
  await expect(dialog).toBeHidden();

  let link = "";
  await expect
    .poll(async () => {
      const mails = await messagesTo(page.request, "email", email);
      link = mails.flatMap(({ text }) => /http\S+_ptxn=\w+/.exec(text)?.[0] ?? []).at(-1) ?? "";
      return link;
    })
    .not.toBe("");
  await page.goto(new URL(link).pathname + new URL(link).search);
  const frame = page.frameLocator('iframe[title="Paddle Checkout"]');
  await expect(frame.getByText("Change your card")).toBeVisible();
  await frame.getByLabel("Name on card").fill("Alex Sample");
  await frame.getByLabel("Card number").fill("4242 4242 4242 4242");
  await frame.getByLabel("Expiration date").fill("12/40");
  await frame.getByLabel("Security code").fill("123");
  await frame.getByRole("button", { name: "Save card" }).click();
  await openPerson(page, email);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test("a second purchase says so, and cancels itself", async ({ page }) => {
  const first = await subscribe(page.request);
  await page.context().clearCookies();
  const { uid } = await purchase(page.request);
  await page.goto(`/onboarding?uid=${uid}`);
  await page.getByLabel("Email").fill(first.email);
  await page.getByLabel("Timezone").selectOption("Mountain Time (MT)");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "already has an active" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Cancel this second one" }).click();
  await expect(page.getByRole("status").filter({ hasText: "second" })).toContainText(
    "This second subscription has ended, and you won’t be charged for it.",
  );
});

test("anyone who cancels can say why, which Money counts, and gets the briefing as a gift", async ({
  page,
}) => {
  const { email } = await openAccount(page);
  await subscription(page).getByRole("button", { name: "Cancel subscription" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel your subscription?" });
  await dialog.getByRole("radio", { name: "Stop immediately" }).check();
  await dialog.getByLabel("Why are you leaving? (optional)").selectOption("It costs too much");
  await dialog.getByLabel("Anything else? (optional)").fill("Half of it would be fine.");
  await expectGoodAtAllWidths(page);
  await dialog.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(dialog).toBeHidden();
  await page.context().clearCookies();

  await openAsAdmin(page, "/admin/money");
  const answers = page.getByRole("region", { name: "Why people leave" });
  await expect(answers).toContainText("It costs too much");
  await expect(answers).toContainText("“Half of it would be fine.”");

  await openPerson(page, email);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Give the briefing", exact: true }).click();
  const gift = page.getByRole("dialog");
  await gift.getByRole("textbox", { name: "Last day" }).fill("12/31/2027");
  await gift.getByLabel("Reason").fill("Won the raffle");
  await expectGoodAtAllWidths(page);
  await gift.getByRole("button", { name: "Give the briefing" }).click();
  await expect(gift).toBeHidden();
  await expect(page.getByText("Given the briefing for free")).toBeVisible();
});
