import { expect, test, type Page } from "playwright/test";
import { localDateAt } from "../../../lib/calendar/days";
import { formatNumericDate } from "../../../lib/calendar/format";
import { openAsAdmin } from "../../support/browser/admin-pages";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { subscribe } from "../../support/browser/login";
import { accessibilityProblems, adminPassword } from "../../support/browser/public-pages";
import { messagesTo, uniqueEmail } from "../../support/browser/purchase";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

test("subscribers are found, filtered, sorted, selected, and kept as a view", async ({ page }) => {
  const { email } = await subscribe(page.context().request, "Europe/London");
  await subscribe(page.context().request);
  await openAsAdmin(page, "/admin/subscribers");
  const table = page.getByRole("table", { name: "Subscribers" });
  await expect(table.getByRole("link", { name: email })).toBeVisible();

  await test.step("search", async () => {
    await page.getByLabel("Email, phone number, name, or ID").fill(email.toUpperCase());
    await expect(page.getByText("1 subscriber")).toBeVisible();
    await expect(page).toHaveURL(/q=/);
    await page.getByLabel("Email, phone number, name, or ID").fill("nobody@nowhere.example");
    await expect(page.getByRole("heading", { name: "No one matches" })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(table).toBeVisible();
  });

  await test.step("filter, with the keyboard", async () => {
    await page.getByRole("button", { name: "Filter", exact: true }).press("Enter");
    await page.getByLabel("Show subscribers by").selectOption("Time zone");
    await page.getByLabel("Value").selectOption("London");
    await page.getByRole("button", { name: "Add filter" }).press("Enter");
    const chip = page.getByRole("button", { name: "Remove filter: Time zone London" });
    await expect(chip).toBeVisible();
    await expect(table.getByRole("link", { name: email })).toBeVisible();
  });

  await test.step("sort", async () => {
    await table.getByRole("button", { name: "Subscriber" }).click();
    await expect(table.getByRole("columnheader", { name: "Subscriber" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
  });

  await test.step("save the view, open it, delete it", async () => {
    await page.getByRole("button", { name: "Save as view" }).click();
    await page.getByLabel("Name", { exact: true }).fill("London by name");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const view = page.getByRole("link", { name: "London by name" });
    await expect(view).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: /^All/ }).click();
    await expect(view).not.toHaveAttribute("aria-current", "page");
    await view.click();
    await page.getByRole("button", { name: "Delete view" }).click();
    await expect(view).toBeHidden();
  });

  await test.step("select and export", async () => {
    await table.getByRole("checkbox", { name: "Select everyone on this page" }).check();
    const bar = page.getByRole("region", { name: "Selected subscribers" });
    const download = page.waitForEvent("download");
    await bar.getByRole("button", { name: "Export" }).click();
    expect((await download).suggestedFilename()).toMatch(/^threeline-subscribers-.*\.csv$/);
    await bar.getByRole("button", { name: "Clear" }).click();
    await expect(bar).toBeHidden();
  });

  await page.goto("/admin/subscribers");
  await expect(table).toBeVisible();
  await expectGoodAtAllWidths(page);
  const rowHeight = async () => (await table.locator("tbody tr").first().boundingBox())?.height;
  expect(await rowHeight()).toBeLessThanOrEqual(46);
  await page.setViewportSize({ width: 360, height: 780 });
  const [box, person] = await Promise.all([
    table.locator("tbody td").first().boundingBox(),
    table.locator("tbody th").first().boundingBox(),
  ]);
  expect(box?.width).toBeLessThanOrEqual(45);
  expect(person?.width).toBeGreaterThanOrEqual(260);
  expect(await rowHeight()).toBeLessThanOrEqual(84);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("a list that can't be loaded says so, and tries again", async ({ page }) => {
  await page.route("**/api/admin/subscribers?*", (route) =>
    route.fulfill({ status: 500, json: { message: "No." } }),
  );
  await page.route("**/api/admin/subscribers", (route) =>
    route.fulfill({ status: 500, json: { message: "No." } }),
  );
  await openAsAdmin(page, "/admin/subscribers");
  await expect(page.getByRole("heading", { name: "We couldn’t load this." })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Subscribers" })).toBeVisible();
});

test("one person's page tells their story, and does what it says it will", async ({ page }) => {
  const { email } = await subscribe(page.context().request);
  await openAsAdmin(page, `/admin/subscribers?q=${encodeURIComponent(email)}`);
  await page.getByRole("table", { name: "Subscribers" }).getByRole("link", { name: email }).click();
  await expect(page.getByRole("heading", { name: /^Next briefing: / })).toBeVisible();
  const timeline = page.getByRole("list", { name: "Timeline" });
  await expect(timeline.getByText("Signed up").first()).toBeVisible();

  await test.step("a note", async () => {
    await page.getByLabel("Add a note").fill("Asked for an invoice");
    await page.getByRole("button", { name: "Add note" }).click();
    await expect(page.getByText("Asked for an invoice", { exact: true })).toBeVisible();
  });

  await test.step("pause, with what will happen and a reason", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Billing continues", { exact: false })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "More actions" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    const inNineDays = localDateAt(new Date(Date.now() + 9 * 86_400_000), "America/New_York");
    await dialog.getByLabel("Last day without a briefing").fill(formatNumericDate(inNineDays));
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog.getByText("Please enter a reason.")).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel("Reason").fill("On vacation");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "End the pause" })).toBeVisible();
    await expect(timeline.getByText("Reason: On vacation", { exact: false })).toBeVisible();
  });

  await test.step("suppress, and lift it", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Suppress an address" }).click();
    await page.getByLabel("Reason").fill("They asked");
    await page.getByRole("button", { name: "Suppress", exact: true }).click();
    await expect(page.getByText("Can’t be reached")).toBeVisible();
    await page.getByRole("button", { name: "Allow email again" }).click();
    await page.getByLabel("Reason").fill("They asked again");
    await page.getByRole("button", { name: "Lift suppression" }).click();
    await expect(page.getByText("Can’t be reached")).toBeHidden();
  });

  await test.step("only part of the timeline", async () => {
    await page.getByRole("button", { name: "Money" }).click();
    await expect(timeline.getByText("Signed up").first()).toBeVisible();
    await expect(timeline.getByText("Briefings paused")).toBeHidden();
  });

  await expectGoodAtAllWidths(page);
});

/** The newest link of this kind in the emails to an address. */
async function linkTo(page: Page, email: string, kind: RegExp): Promise<string> {
  const find = async () => {
    const mails = await messagesTo(page.request, "email", email);
    return mails.flatMap(({ text }) => kind.exec(text)?.[0] ?? []).at(-1) ?? "";
  };
  await expect.poll(find, { timeout: 20_000 }).not.toBe("");
  return find();
}

const confirmLink = /\/change-email\/(?!stop\/)[\w.-]+/;
const stopLink = /\/change-email\/stop\/[\w.-]+/;

/** Opens a new subscriber's page and asks for another address. Returns both addresses. */
async function askForNewAddress(page: Page): Promise<{ email: string; newEmail: string }> {
  const { email } = await subscribe(page.context().request);
  const newEmail = uniqueEmail();
  await openAsAdmin(page, `/admin/subscribers?q=${encodeURIComponent(email)}`);
  await page.getByRole("table", { name: "Subscribers" }).getByRole("link", { name: email }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Until then nothing changes.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Changed jobs");
  await dialog.getByLabel("New email address").fill(email);
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await expect(dialog.getByText("This is already their address.")).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel("New email address").fill(newEmail);
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await expect(dialog).toBeHidden();
  return { email, newEmail };
}

test("a new address waits for its confirmation and the current one, or for an owner", async ({
  page,
}) => {
  const { newEmail } = await askForNewAddress(page);
  const person = page.url();
  const change = page.getByRole("region", { name: `New address ${newEmail}` });
  await expect(change).toContainText("Not confirmed there yet.");

  await test.step("they confirm in the new mailbox, and read when it takes over", async () => {
    await page.goto(await linkTo(page, newEmail, confirmLink));
    await expect(page.getByRole("main")).toContainText(newEmail);
    await expectGoodAtAllWidths(page);
    await page.getByRole("button", { name: "Use this address" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "You’ve confirmed your new address",
    );
    await expect(page.getByRole("main")).toContainText(
      /Your new address takes over on \w+ \d+, \d{4} at \d+:\d\d [AP]M/,
    );
    await expectGoodAtAllWidths(page);
  });

  await test.step("the team sees what it waits for", async () => {
    await page.goto(person);
    await expect(change).toContainText("Confirmed there. It takes effect on");
    await expectGoodAtAllWidths(page);
  });

  await test.step("an owner approves it with the password", async () => {
    await change.getByRole("button", { name: "Approve now" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(`Briefings and login links go to ${newEmail}`);
    await dialog.getByLabel("Reason").fill("Called back on their number");
    await dialog.getByLabel("Current password").fill("a wrong password");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(dialog.getByText("That isn’t your current password.")).toBeVisible();
    await expect(dialog.getByLabel("Reason")).toHaveValue("Called back on their number");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel("Current password").fill(adminPassword);
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(dialog).toBeHidden();
    await expect(change).toBeHidden();
  });

  await expect(page.getByRole("main").getByText(newEmail).first()).toBeVisible();
  const timeline = page.getByRole("list", { name: "Timeline" });
  await expect(timeline.getByText("Email address changed")).toBeVisible();
});

test("the current address stops a change that it didn't ask for", async ({ page }) => {
  const { email, newEmail } = await askForNewAddress(page);
  const person = page.url();
  const link = await linkTo(page, email, stopLink);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Stop the change of your address?",
  );
  await expect(page.getByRole("main")).not.toContainText(newEmail);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "This wasn’t me – stop it" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The change is stopped");
  await expectGoodAtAllWidths(page);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The change is stopped");
  await page.goto(person);
  const change = page.getByRole("region", { name: `New address ${newEmail}` });
  await expect(change).toContainText("Someone at the current address stopped it");
  await expect(change.getByRole("button")).toHaveCount(0);
  await expectGoodAtAllWidths(page);
});

test("part of a payment is refunded, and everyone selected gets the same", async ({ page }) => {
  const { request } = page.context();
  const { email, subscriptionId } = await subscribe(request);
  await request.post(`${sandboxUrl}/sandbox/paddle/subscriptions/${subscriptionId}`, {
    data: { event: "activate", deliver: "in-order" },
  });
  await openAsAdmin(page, `/admin/subscribers?q=${encodeURIComponent(email)}`);
  const table = page.getByRole("table", { name: "Subscribers" });

  await table.getByRole("checkbox", { name: "Select everyone on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected subscribers" });

  await test.step("a pause asks for its last day as the field shows dates", async () => {
    await bar.getByRole("button", { name: "Pause" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("On vacation");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog.getByText("Please enter a date as MM/DD/YYYY.")).toHaveCount(1);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("what can't be resent is listed", async () => {
    await bar.getByRole("button", { name: "Resend today’s briefing" }).click();
    const dialog = page.getByRole("dialog");
    // They have no number: by email, today's briefing may have gone out.
    await dialog.getByLabel("Channel").selectOption("Text");
    await dialog.getByLabel("Reason").fill("They asked");
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Resend" }).click();
    await expect(dialog.getByRole("heading", { name: "Not done for 1" })).toBeVisible();
    await dialog.getByText("Close", { exact: true }).click();
  });

  await test.step("the refund says how much", async () => {
    await table.getByRole("link", { name: email }).click();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Refund a payment" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Paddle refunds all of the $40 to the card.")).toBeVisible();
    await dialog.getByLabel("Amount to refund").fill("fifteen");
    await dialog.getByLabel("Reason").fill("Charged twice");
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(dialog.getByText("Enter an amount, such as 15.00.")).toBeVisible();
    await dialog.getByLabel("Amount to refund").fill("15.00");
    await expect(dialog.getByText("Paddle refunds $15 of the $40 to the card.")).toBeVisible();
    await expectGoodAtAllWidths(page);
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    await expect(dialog).toBeHidden();
    const timeline = page.getByRole("list", { name: "Timeline" });
    await expect(timeline.getByText("$15. Reason: Charged twice")).toBeVisible();
  });
});
