import { expect, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { openAsAdmin, openAsMember } from "../../support/browser/admin-pages";
import { test } from "../../support/browser/own-address";
import { accessibilityProblems, sidewaysScroll } from "../../support/browser/public-pages";
import { purchase } from "../../support/browser/purchase";

const sandbox = () => process.env["E2E_SANDBOX_URL"] ?? "http://127.0.0.1:4290";

const mainOf = (page: Page) => page.getByRole("main");

test("an owner reads the figures, how they're computed, and their rows", async ({
  page,
  request,
}) => {
  const { subscriptionId, email } = await purchase(request);
  const paid = await request.post(`${sandbox()}/sandbox/paddle/subscriptions/${subscriptionId}`, {
    data: { event: "activate", deliver: "in-order" },
  });
  expect(paid.ok()).toBe(true);
  await openAsAdmin(page, "/admin/money");
  await expect(page.getByRole("heading", { name: "Money", level: 1 })).toBeVisible();
  const movement = page.getByRole("region", { name: /^MRR movement/ });
  // The payment's webhook may still be on its way.
  await expect(async () => {
    await page.reload();
    await expect(movement.getByText(/^Net \+\$[\d.,]+$/)).toBeVisible({ timeout: 3_000 });
  }).toPass();

  await test.step("a definition opens below its figure, and Escape closes it", async () => {
    const definition = page.getByRole("button", { name: /^MRR\s?, how it’s computed$/ });
    await definition.click();
    await expect(page.getByRole("dialog")).toContainText("annual × $40 ÷ 12");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(definition).toBeFocused();
  });

  await test.step("says that reasons are inferred", async () => {
    const reasons = page.getByRole("region", { name: /^Why people stop paying/ });
    await reasons.getByRole("button").click();
    await expect(page.getByRole("dialog")).toContainText("Inferred from what happened");
    await page.keyboard.press("Escape");
  });

  await test.step("a chart has its numbers as a table", async () => {
    await movement.getByText("Show as a table").click();
    await expect(movement.getByRole("row", { name: /so far/ })).toContainText("+$");
  });

  await test.step("the figures download as CSV", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  });

  await test.step("is accessible in both themes, and fits phones and tablets", async () => {
    await expectGoodAtAllWidths(page);
  });

  await test.step("arrow keys move through a chart, and Enter opens the month's rows", async () => {
    const slider = page.getByRole("slider", { name: "MRR movement" });
    await slider.focus();
    await expect(slider).toHaveAttribute("aria-valuetext", /so far, New: \+\$/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/money\/rows\?figure=new&month=/);
    await expect(page.getByRole("heading", { name: /^New MRR/ })).toBeVisible();
    await expect(mainOf(page)).toContainText(email);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  });
});

test("editors and support don't see money", async ({ browser }) => {
  for (const role of ["editor", "support"] as const) {
    const page = await openAsMember(browser, role, "/admin");
    const navigation = page.getByRole("navigation", { name: "Admin" }).first();
    await expect(navigation.getByRole("link", { name: "Subscribers" })).toBeVisible();
    await expect(navigation.getByRole("link", { name: "Money" })).toHaveCount(0);
    for (const address of ["/admin/money", "/admin/money/rows?figure=new"]) {
      await page.goto(address);
      await expect(
        page.getByRole("heading", { name: "You don’t have access to this page" }),
      ).toBeVisible();
    }
    for (const path of ["", "/rows?figure=new", "/csv"]) {
      expect((await page.request.get(`/api/admin/money${path}`)).status()).toBe(403);
    }
    await page.context().close();
  }
});
