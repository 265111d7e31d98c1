import { expect } from "playwright/test";
import {
  openScreen,
  row,
  saveByApi,
  test,
  textarea,
} from "../../support/browser/daily-messages-screen";
import { accessibilityProblems } from "../../support/browser/public-pages";

test("a second editor approves what is on the screen, and nothing else", async ({
  page,
  freeMonday,
}) => {
  // The setting needs a second administrator; tests/integration/delivery/approvals.test.ts has both.
  const approved: unknown[] = [];
  await page.route("**/api/daily-messages/approval**", async (route) => {
    if (route.request().method() === "POST") {
      approved.push(route.request().postDataJSON());
      const approval = { by: "priya", at: "2031-01-01T12:00:00.000Z" };
      const view = { isRequired: true, messageSavedAt: null, lastSavedBy: "admin" };
      const { version } = route.request().postDataJSON();
      return route.fulfill({ json: { ...view, version, approval, mayApprove: true } });
    }
    const answer = await route.fetch();
    return route.fulfill({
      json: { ...(await answer.json()), isRequired: true, mayApprove: true },
    });
  });
  const date = freeMonday();
  await openScreen(page);
  const saved = await saveByApi(page, { date, message: "1. To be approved", isActive: true });
  await openScreen(page);
  await row(page, "To be approved").getByRole("button", { name: /^Edit/ }).click();
  const section = page.getByRole("region", { name: "Second editor" });
  const button = section.getByRole("button", { name: "Approve This Version" });
  await expect(section).toContainText("who saved it last, approves it.");
  await expect(button).toBeEnabled();
  expect(await accessibilityProblems(page)).toEqual([]);

  await test.step("not while something isn't saved", async () => {
    await textarea(page).fill("1. To be approved, edited");
    await expect(button).toBeDisabled();
    await expect(section).toContainText("You have unsaved changes.");
    await textarea(page).fill("1. To be approved");
    await expect(button).toBeEnabled();
  });

  await test.step("not what someone else has saved since", async () => {
    const { id } = saved;
    const other = await page.context().request.put(`/api/daily-messages/${id}`, {
      data: { date, message: "1. Changed by another editor", isActive: true },
    });
    expect(other.status()).toBe(200);
    // The screen asks every 10 seconds.
    await expect(section).toContainText("Someone changed it after you opened it.", {
      timeout: 30_000,
    });
    await expect(button).toBeDisabled();
    await section.getByRole("button", { name: "Show the current version" }).click();
    await expect(textarea(page)).toHaveValue("1. Changed by another editor");
    await expect(button).toBeEnabled();
  });

  await button.click();
  await expect(section).toContainText("Approved by priya");
  expect(approved).toEqual([{ date, version: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});
