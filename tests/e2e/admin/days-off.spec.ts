import { expect } from "playwright/test";
import { expectToast } from "../../support/browser/admin-pages";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { openScreen, test, textarea } from "../../support/browser/daily-messages-screen";
import { logInAdmin } from "../../support/browser/public-pages";
import { dayFrom, mondayAhead, setClock, shownDate } from "../../support/browser/sandbox-clock";

const dayOff = mondayAhead(10);
const [friday, tuesday] = [dayFrom(dayOff, -3), dayFrom(dayOff, 1)];
const long = shownDate(dayOff, "long");
const sentence = `No briefing on ${long}`;

test.afterAll(async ({ request }) => {
  await setClock(request, null);
  await logInAdmin(request);
  await request.delete(`/api/daily-messages/days-off/${dayOff}`);
});

test("an editor marks a day off, readers are told, and unmarks it before it starts", async ({
  page,
  request,
}) => {
  await logInAdmin(request);
  await setClock(request, `${friday}T21:00:00Z`);
  await openScreen(page);
  const section = page.getByRole("region", { name: "Days off" });

  await test.step("market holidays are offered by name", async () => {
    await expect(section.getByRole("listitem").first()).toContainText(/\((US|UK|US and UK)\)/);
    await expect(section.getByText("Day off", { exact: true })).toHaveCount(0);
  });

  await test.step("any other date is marked, and the calendar shows it", async () => {
    await section.getByRole("button", { name: "Mark any other day" }).click();
    await section.getByLabel("Day to mark").fill(dayOff);
    await section.getByRole("button", { name: "Mark as day off", exact: true }).last().click();
    await expectToast(page, "Success", sentence);
    await expect(section.getByRole("button", { name: `Unmark ${long}` })).toBeVisible();
    const cell = page.getByRole("list", { name: "Days", exact: true }).getByRole("link");
    await expect(cell.filter({ hasText: long })).toContainText("Day off");
    await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(
      shownDate(tuesday, "long").split(", ")[1] ?? "",
    );
    await expectGoodAtAllWidths(page);
  });

  await test.step("an active message for it is refused, with the way out", async () => {
    await page.getByRole("button", { name: "New Message" }).click();
    await page.getByLabel("Date", { exact: true }).fill(dayOff);
    await textarea(page).fill("1. One");
    await expect(page.getByText(`${long} is a day off`)).toBeVisible();
    await page.getByRole("button", { name: "Create Message" }).click();
    const refusal = "is a day off. Unmark the day first, or save the message as inactive.";
    await expect(page.getByText(refusal).first()).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("Today and the post list say when the next briefing comes", async () => {
    const next = `The next one comes on ${shownDate(tuesday, "long")}.`;
    await page.goto("/admin");
    await expect(page.getByText(`${sentence}. ${next}`)).toBeVisible();
    await expect(page.getByText(`Checks for ${shownDate(tuesday, "short")}`)).toBeVisible();
    await page.goto("/read");
    await expect(page.getByText(`${sentence}. ${next}`)).toBeVisible();
  });

  await test.step("it's unmarked, and marked again", async () => {
    await openScreen(page);
    await section.getByRole("button", { name: `Unmark ${long}` }).click();
    await expectToast(page, "Success", `A briefing is sent on ${long}`);
    const put = await page.request.put(`/api/daily-messages/days-off/${dayOff}`);
    expect(put.status()).toBe(200);
  });

  await test.step("once its first zone has started, it can't be changed", async () => {
    await setClock(request, `${dayOff}T09:30:00Z`);
    await openScreen(page);
    await expect(section.getByText("Day off", { exact: true })).toBeVisible();
    await expect(section.getByRole("button", { name: `Unmark ${long}` })).toHaveCount(0);
    const answer = await page.request.delete(`/api/daily-messages/days-off/${dayOff}`);
    expect(answer.status()).toBe(409);
    expect(await answer.json()).toMatchObject({ code: "day_started" });
  });
});
