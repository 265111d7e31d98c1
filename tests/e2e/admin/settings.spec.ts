import { expect, type Browser, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { expectToast, openAsAdmin } from "../../support/browser/admin-pages";
import { test } from "../../support/browser/own-address";
import { messagesTo } from "../../support/browser/purchase";

const address = "/admin/status";
const settings = "/admin/settings";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Opens the page in a browser of someone new with the role. */
async function openAs(role: "editor" | "support", owner: Page, browser: Browser): Promise<Page> {
  const name = `${role}-${crypto.randomUUID().slice(0, 6)}`;
  const email = `${name}@example.com`;
  const invited = await owner.request.post("/api/admin/team/invitations", {
    data: { email, role },
  });
  expect(invited.ok()).toBe(true);
  const text = (await messagesTo(owner.request, "email", email)).at(-1)?.text ?? "";
  const page = await (await browser.newContext()).newPage();
  await page.goto(/\/admin-invitation\/[\w-]+/.exec(text)?.[0] ?? "");
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password").fill("ribbons over the sea");
  await button(page, "Join").click();
  await expect(page.getByRole("button", { name: /account menu$/ })).toBeVisible();
  await page.goto(address);
  return page;
}

test("an owner sees the status, runs the checks, and changes settings", async ({ page }) => {
  await openAsAdmin(page, address);
  const tabs = page.getByRole("navigation", { name: "Settings" });
  await expect(tabs.getByRole("link")).toHaveText([
    "Business settings",
    "Team",
    "Import",
    "Audit log",
    "API and webhooks",
    "Status",
  ]);
  await expect(tabs.getByRole("link", { name: "Status" })).toHaveAttribute("aria-current", "page");

  await test.step("what runs and is stored", async () => {
    await expect(region(page, "Workers").getByText("Running").first()).toBeVisible();
    // Whether a briefing was sent before depends on the other files.
    await expect(region(page, "Providers").getByRole("row", { name: /Postmark/ })).toContainText(
      /Working|Not known yet/,
    );
    await expect(region(page, "Service")).toContainText("Not needed with the sandbox");
    await expect(region(page, "Waiting")).toContainText("Delivery reports");
    await expectGoodAtAllWidths(page);
  });

  await test.step("the checks of doctor, what failed first", async () => {
    const checks = region(page, "Is it ready to go live?");
    await expect(checks).toContainText("Nothing checked yet");
    await button(page, "Run checks").click();
    await expect(checks.getByRole("status")).toContainText(/\d+ passed, /, { timeout: 30_000 });
    await expect(checks.getByRole("row", { name: /Postmark key ?: Passed/ })).toContainText(
      "accepted by the server",
    );
    await expectGoodAtAllWidths(page);
  });

  await test.step("a setting counts at once, and is in the audit log", async () => {
    await page.getByRole("link", { name: "Business settings" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Business settings");
    const budget = page.getByLabel("Texts a day");
    const before = await budget.inputValue();
    await expect(button(page, "Save settings")).toBeDisabled();
    await budget.fill("many");
    await button(page, "Save settings").click();
    await expect(page.getByText("Please enter a whole number from 1 to 1,000,000.")).toBeVisible();
    await budget.fill("4321");
    await button(page, "Save settings").click();
    await expectToast(page, "Success", "Settings saved");
    await page.reload();
    await expect(budget).toHaveValue("4321");
    await page.goto("/admin/audit");
    const entry = page.getByRole("listitem").filter({ hasText: "Texts a day" }).first();
    await expect(entry).toContainText("Changed a setting");
    await expect(entry).toContainText("4,321");
    await page.goto(settings);
    await budget.fill(before);
    await button(page, "Save settings").click();
    await expectToast(page, "Success", "Settings saved");
  });

  await test.step("secrets aren't shown", async () => {
    const configuration = region(page, "Configuration");
    await expect(configuration.getByRole("row")).toHaveCount(0);
    await page.getByLabel("Find a variable or what it sets").fill("token");
    await expect(configuration.getByRole("row", { name: /SITE_URL/ })).toHaveCount(0);
    await expectGoodAtAllWidths(page);
    const secret = configuration.getByRole("row", { name: /POSTMARK_SERVER_TOKEN/ });
    await expect(secret).toContainText("Set, not shown");
    await page.getByLabel("Find a variable or what it sets").fill("site_url");
    await expect(configuration.getByRole("row", { name: /SITE_URL/ })).toContainText("http");
  });
});

test("an editor and support see the status and nothing else", async ({ page, browser }) => {
  await openAsAdmin(page, address);
  await expect(region(page, "Providers")).toBeVisible();
  for (const role of ["editor", "support"] as const) {
    await test.step(role, async () => {
      const other = await openAs(role, page, browser);
      await expect(region(other, "Providers")).toBeVisible();
      const tabs = other.getByRole("navigation", { name: "Settings" });
      await expect(tabs.getByRole("link")).toHaveText(["Status"]);
      await expect(button(other, "Run checks")).toHaveCount(0);
      await expect(region(other, "Configuration")).toHaveCount(0);
      expect((await other.request.get("/api/admin/settings")).status()).toBe(403);
      await expectGoodAtAllWidths(other);
      await other.context().close();
    });
  }
});
