import { expect, test } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { subscribe } from "../../support/browser/login";
import { sandboxUrl } from "../../support/browser/sandbox-clock";

test("the sandbox's page shows an email, and what can happen to it", async ({ page }) => {
  const { email } = await subscribe(page.context().request, "Europe/London");
  await page.goto(`${sandboxUrl()}/?q=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name: "Welcome to Threeline" }).click();
  await page.getByRole("link", { name: "640 px" }).click();
  await page.getByRole("link", { name: "Dark", exact: true }).click();
  await expect(page.getByTitle("Email preview")).toHaveAttribute("width", "640");
  const mail = page.frameLocator("iframe");
  await expect(mail.getByText("get the three finance stories that matter")).toBeVisible();
  await page.getByRole("button", { name: "Hard bounce" }).click();
  await expect(page.getByRole("status")).toHaveText("Done. The service answered 200.");
  // The email's own accessibility is tested with the emails; no script may run in its frame.
  await page.getByRole("link", { name: "Plain text" }).click();
  await expectGoodAtAllWidths(page);
});

test("the sandbox's page adds faults, sells, and lists calls", async ({ page }) => {
  await page.goto(`${sandboxUrl()}/?tab=faults`);
  await page.getByLabel("Provider").selectOption("forms");
  await page.getByLabel("How often").fill("1");
  await page.getByRole("button", { name: "Add the fault" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "forms error 500" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Delete: forms error" }).click();
  await expect(page.getByText("forms error 500")).toHaveCount(0);

  await page.getByRole("link", { name: "Customers" }).click();
  await page.getByLabel("Email", { exact: true }).fill("sandbox.buyer@example.com");
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  const bought = page.getByRole("listitem").filter({ hasText: "sandbox.buyer@example.com" });
  await expect(bought).toContainText("trialing");
  await bought.getByRole("combobox").selectOption("cancel");
  await bought.getByRole("button", { name: "Apply" }).click();
  await expect(bought).toContainText("canceled");
  await expectGoodAtAllWidths(page);

  await page.getByRole("link", { name: "Calls" }).click();
  await page.getByRole("link", { name: "Automation" }).click();
  await expect(page.getByRole("heading", { name: "Calls", exact: true })).toBeVisible();
  await expectGoodAtAllWidths(page);
});
