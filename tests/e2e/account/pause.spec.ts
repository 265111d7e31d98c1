import { expect, type Page } from "playwright/test";
import { localDateAt } from "../../../lib/calendar/days";
import { formatNumericDate } from "../../../lib/calendar/format";
import { openAsAdmin } from "../../support/browser/admin-pages";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { logIn, subscribe } from "../../support/browser/login";
import { test } from "../../support/browser/own-address";

/** `MM/DD/YYYY` in New York, days from now. */
const usDate = (days: number) =>
  formatNumericDate(localDateAt(new Date(Date.now() + days * 86_400_000), "America/New_York"));

const section = (page: Page) => page.getByRole("region", { name: "Pause" });

test("briefings are paused, the dates changed, and the pause ended", async ({ page }) => {
  const { email } = await subscribe(page.request);
  await logIn(page, email);
  await page.goto("/account/details");
  const pause = section(page);
  await expect(pause.getByText("You’ll still be billed.", { exact: false })).toBeVisible();

  await test.step("set, with the keyboard", async () => {
    await pause.getByRole("button", { name: "Pause briefings" }).press("Enter");
    await pause.getByLabel("Last day off").fill("soon");
    await pause.getByRole("button", { name: "Save dates" }).press("Enter");
    await expect(pause.getByText("Enter a date as MM/DD/YYYY.")).toBeVisible();
    await pause.getByLabel("Last day off").fill("01/01/2020");
    await pause.getByRole("button", { name: "Save dates" }).press("Enter");
    await expect(pause.getByText("The last day must not be before the first.")).toBeVisible();
    await pause.getByLabel("Last day off").fill(usDate(9));
    await expect(pause.getByText("briefings skipped", { exact: false })).toBeVisible();
    await expectGoodAtAllWidths(page);
    await pause.getByRole("button", { name: "Save dates" }).press("Enter");
    await expect(
      pause.getByText("Your briefings are paused through", { exact: false }),
    ).toBeVisible();
    await expect(pause.getByText("You’re back on", { exact: false })).toBeVisible();
  });
  await expectGoodAtAllWidths(page);

  await test.step("change", async () => {
    await pause.getByRole("button", { name: "Change dates" }).click();
    await pause.getByLabel("First day off").fill(usDate(3));
    await pause.getByRole("button", { name: "Save dates" }).click();
    await expect(pause.getByText("Your briefings will be paused", { exact: false })).toBeVisible();
  });

  await test.step("end", async () => {
    await pause.getByRole("button", { name: "End pause" }).click();
    await expect(pause.getByRole("button", { name: "Pause briefings" })).toBeVisible();
  });
});

test("a pause that the team set shows in the account, and is ended there", async ({
  page,
  browser,
}) => {
  const { email } = await subscribe(page.request);
  const team = await browser.newPage();
  await openAsAdmin(team, `/admin/subscribers?q=${encodeURIComponent(email)}`);
  await team.getByRole("table", { name: "Subscribers" }).getByRole("link", { name: email }).click();
  await team.getByRole("button", { name: "More actions" }).click();
  await team.getByRole("button", { name: "Pause", exact: true }).click();
  const dialog = team.getByRole("dialog");
  await dialog.getByLabel("Last day without a briefing").fill(usDate(9));
  await dialog.getByLabel("Reason").fill("On vacation");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(dialog).toBeHidden();
  await team.close();

  await logIn(page, email);
  await page.goto("/account/details");
  await expect(section(page).getByText("Your briefings are paused through")).toBeVisible();
  await section(page).getByRole("button", { name: "End pause" }).click();
  await expect(section(page).getByRole("button", { name: "Pause briefings" })).toBeVisible();
});
