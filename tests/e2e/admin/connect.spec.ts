import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Locator, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { expectToast, openAsAdmin } from "../../support/browser/admin-pages";
import { test } from "../../support/browser/own-address";
import { adminPassword } from "../../support/browser/public-pages";

const button = (scope: Page | Locator, name: string) =>
  scope.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

test("an owner gives a program a token, and sees it in the audit log", async ({
  page,
  playwright,
  baseURL,
}) => {
  const name = `Program ${crypto.randomUUID().slice(0, 8)}`;
  await openAsAdmin(page, "/admin/api");
  const tokens = page.getByRole("region", { name: "Tokens" });
  let token = "";

  await test.step("the form says what is missing", async () => {
    await button(tokens, "New token").click();
    await button(dialog(page), "Create token").click();
    await expect(dialog(page)).toContainText("Give the token a name");
    await expectGoodAtAllWidths(page);
  });

  await test.step("the token is shown once and works", async () => {
    await dialog(page).getByLabel("Name").fill(name);
    await dialog(page).getByLabel("Manage settings and webhooks, and see the audit log").check();
    await dialog(page).getByLabel("Current password").fill("a wrong password");
    await button(dialog(page), "Create token").click();
    await expect(dialog(page)).toContainText("That isn’t your current password.");
    await expect(dialog(page).getByLabel("Current password")).toBeFocused();
    await dialog(page).getByLabel("Current password").fill(adminPassword);
    await button(dialog(page), "Create token").click();
    const shown = dialog(page).getByLabel("Token");
    await expect(shown).toHaveValue(/^tl_[\w-]{43}$/);
    token = await shown.inputValue();
    await button(dialog(page), "Done").click();
    await expect(tokens.getByRole("listitem").filter({ hasText: name })).toContainText(
      "Never used",
    );
    await expectGoodAtAllWidths(page);
  });
  const program = await playwright.request.newContext({
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  expect((await program.get("/api/admin/audit")).status()).toBe(200);

  await test.step("it ends when it's revoked", async () => {
    await button(tokens, `Revoke ${name}`).click();
    await button(dialog(page), "Revoke").click();
    await expectToast(page, "Success", "The token was revoked.");
    await expect(tokens.getByText(name)).toHaveCount(0);
    expect((await program.get("/api/admin/audit")).status()).toBe(401);
  });

  await test.step("the audit log can be searched for it", async () => {
    await page.getByRole("navigation", { name: "Settings" }).getByText("Audit log").click();
    await page.getByLabel("Person, action, or subscriber").fill("token revoked");
    const entries = page.getByRole("list", { name: "Entries" });
    await expect(entries.getByRole("listitem").first()).toContainText("Revoked an API token");
    await expect(entries.getByRole("listitem").first()).toContainText(name);
    await expectGoodAtAllWidths(page);
    await page.getByLabel("Person, action, or subscriber").fill("token");
    await expect(entries.getByRole("listitem").filter({ hasText: name })).toContainText([
      "Revoked an API token",
      "Created an API token",
    ]);
    await page.getByLabel("Person, action, or subscriber").fill("nobody did this");
    await expect(page.getByRole("heading", { name: "No entries match" })).toBeVisible();
    await button(page, "Show everything").click();
    await expect(entries.getByRole("listitem").first()).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export these entries as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("audit-log.csv");
  });
});

test("an owner adds a webhook, tries it, and looks at its log", async ({ page }) => {
  const calls: string[] = [];
  const receiver = createServer((request, response) => {
    calls.push(String(request.headers["webhook-id"]));
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  try {
    await openAsAdmin(page, "/admin/api");
    const webhooks = page.getByRole("region", { name: "Webhooks" });
    await button(webhooks, "New webhook").click();
    await dialog(page).getByLabel("Address", { exact: true }).fill(url);
    await dialog(page).getByLabel("A payment failed").check();
    await dialog(page).getByLabel("Current password").fill(adminPassword);
    await expectGoodAtAllWidths(page);
    await button(dialog(page), "Add webhook").click();
    await expect(dialog(page).getByLabel("Secret")).toHaveValue(/^whsec_/);
    await button(dialog(page), "Done").click();

    const row = webhooks.getByRole("listitem").filter({ hasText: url });
    await button(row, "Send a test").click();
    await expect(row.getByText("webhook.test")).toBeVisible();
    await expect(row.getByText("Delivered")).toBeVisible();
    await expect(row.getByText("· 1 try · 200")).toBeVisible();
    expect(calls).toHaveLength(1);
    await expectGoodAtAllWidths(page);

    await row.getByRole("button", { name: /^Send again: webhook\.test of / }).click();
    await expect.poll(() => calls.length).toBe(2);
    expect(new Set(calls).size).toBe(1);

    await button(row, "Delete").click();
    await button(dialog(page), "Delete").click();
    await expect(webhooks.getByText(url)).toHaveCount(0);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});
