import { expect, type Browser, type Page } from "playwright/test";
import {
  chooseInAccountMenu,
  expectToast,
  openAsAdmin,
  readOnFocus,
} from "../../support/browser/admin-pages";
import { smallTargets } from "../../support/browser/all-widths";
import { test } from "../../support/browser/own-address";
import {
  accessibilityProblems,
  adminPassword,
  sidewaysScroll,
} from "../../support/browser/public-pages";
import { messagesTo } from "../../support/browser/purchase";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const navigation = (page: Page) => page.getByRole("navigation", { name: "Admin" }).first();

/** The link in the newest invitation to an address, from the sandbox's mailbox. */
async function invitationLink(page: Page, email: string): Promise<string> {
  const messages = await messagesTo(page.request, "email", email);
  const text = messages.findLast(({ subject }) => subject?.startsWith("Join the"))?.text ?? "";
  return /\/admin-invitation\/[\w-]+/.exec(text)?.[0] ?? "";
}

async function invite(page: Page, email: string, role: string): Promise<string> {
  await button(page, "Invite someone").click();
  await dialog(page).getByLabel("Email address").fill(email);
  await dialog(page).getByRole("radio", { name: role }).check();
  await button(page, "Send invitation").click();
  await expectToast(page, "Success", `Invitation sent to ${email}`);
  await expect(page.getByRole("row", { name: email })).toContainText("expires in 7 days");
  return invitationLink(page, email);
}

/** Accepts an invitation in its own browser. */
async function join(
  browser: Browser,
  link: string,
  name: string,
  password = "ribbons over the sea",
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Username").fill(name.toLowerCase().replaceAll(" ", "."));
  await page.getByLabel("Password").fill(password);
  await button(page, "Join").click();
  return page;
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

test("an owner invites an editor and support, who see what their role includes", async ({
  page,
  browser,
}) => {
  const suffix = crypto.randomUUID().slice(0, 6);
  const editorName = `Ada Editor${suffix}`;

  await openAsAdmin(page, "/admin/team");
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Write posts and messages/ })).toContainText("Yes");
  await expectAccessible(page);

  const link =
    await test.step("the form says what is wrong, and the email has a link", async () => {
      await button(page, "Invite someone").click();
      await button(page, "Send invitation").click();
      await expect(dialog(page).getByText("Please enter a valid email address")).toBeVisible();
      await expectAccessible(page);
      await button(page, "Cancel").click();
      return invite(page, `ada-${suffix}@example.com`, "Editor");
    });
  await expect(page.getByText("Not signed up")).toBeVisible();

  await test.step("a refused password is read out with its field", async () => {
    const refused = await join(browser, link, editorName, "passwordpassword");
    const text = "This password is too common. Choose a different one.";
    await expect(refused.getByText(text)).toBeVisible();
    const read = readOnFocus(refused.getByLabel("Password"));
    await button(refused, "Join").click();
    expect(await read).toBe(text);
  });

  const editor = await test.step("the editor joins", async () => {
    const joined = await join(browser, link, editorName);
    await expect(navigation(joined).getByRole("link", { name: "Content" })).toBeVisible();
    await navigation(joined).getByText("Settings").click();
    await expect(navigation(joined).getByRole("link", { name: "Status" })).toBeVisible();
    await expect(navigation(joined).getByRole("link", { name: "Team" })).toHaveCount(0);
    await joined.goto("/admin/team");
    await expect(
      joined.getByRole("heading", { name: "You don’t have access to this page" }),
    ).toBeVisible();
    await expectAccessible(joined);
    return joined;
  });

  await test.step("the link is used up", async () => {
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(
      other.getByRole("heading", { name: "This invitation doesn’t work" }),
    ).toBeVisible();
    await other.context().close();
  });

  await test.step("support neither writes nor manages", async () => {
    const address = await invite(page, `sam-${suffix}@example.com`, "Support");
    const support = await join(browser, address, `Sam Support${suffix}`);
    await expect(support.getByRole("button", { name: /account menu$/ })).toBeVisible();
    await support.goto("/content-management");
    await expect(
      support.getByRole("heading", { name: "You don’t have access to this page" }),
    ).toBeVisible();
    await support.context().close();
  });

  await test.step("a changed role counts at once, and a disabled editor is out", async () => {
    const act = async (name: string) => {
      await page.reload();
      await button(page, `Actions for ${editorName}`).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await act("Change role");
    await dialog(page).getByRole("radio", { name: "Owner" }).check();
    await dialog(page).getByRole("button", { name: "Change role" }).click();
    await expect(dialog(page)).toContainText("Please enter your current password");
    await expectAccessible(page);
    await dialog(page).getByLabel("Current password").fill(adminPassword);
    await dialog(page).getByRole("button", { name: "Change role" }).click();
    await expectToast(page, "Success", /is now Owner$/);
    await editor.goto("/admin/team");
    await expect(button(editor, "Invite someone")).toBeVisible();
    await act("Disable");
    await expect(dialog(page)).toContainText("They are logged out everywhere");
    await dialog(page).getByLabel("Current password").fill("a wrong password");
    await dialog(page).getByRole("button", { name: "Disable" }).click();
    await expect(dialog(page)).toContainText("That isn’t your current password.");
    await expect(dialog(page).getByLabel("Current password")).toBeFocused();
    await expectAccessible(page);
    await dialog(page).getByLabel("Current password").fill(adminPassword);
    await dialog(page).getByRole("button", { name: "Disable" }).click();
    await expectToast(page, "Success", /can’t log in anymore$/);
    await editor.reload();
    await expect(editor).toHaveURL(/\/cms-login-fpng$/);
    await editor.context().close();
  });
});

test("the navigation fits a phone, and every target is at least 44 px high", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openAsAdmin(page, "/daily-messages-admin");
  await button(page, "Daily Messages").click();
  const list = page.getByRole("navigation", { name: "Admin" }).filter({ visible: true });
  await expect(list.getByRole("link", { name: "Daily Messages" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  for (const target of await list.getByRole("link").or(list.getByRole("button")).all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(button(page, "Daily Messages")).toBeFocused();
  await button(page, "Daily Messages").click();
  await list.getByRole("link", { name: "Team" }).click();
  await expect(page).toHaveURL(/\/admin\/team$/);
  await expect(button(page, "Team")).toBeVisible();
  await expect(button(page, "Invite someone")).toBeVisible();
  await expectAccessible(page);
});

for (const address of [
  "/admin",
  "/daily-messages-admin",
  "/content-management",
  "/content-management/import",
  "/admin/subscribers",
  "/admin/deliveries",
  "/admin/money",
  "/admin/import",
  "/admin/audit",
  "/admin/api",
  "/admin/settings",
  "/admin/status",
  "/admin/team",
  "/admin-security",
]) {
  test(`every control of ${address} is at least 44 px high on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 900 });
    await openAsAdmin(page, address);
    await expect(page.locator("h1, h2").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await smallTargets(page)).toEqual([]);
  });
}

test("an administrator names themselves and ends another session", async ({ page, browser }) => {
  await openAsAdmin(page, "/daily-messages-admin");
  const elsewhere = await (await browser.newContext()).newPage();
  await openAsAdmin(elsewhere, "/daily-messages-admin");
  await chooseInAccountMenu(page, "Your account");
  await page.getByLabel("Name", { exact: true }).fill("Dana Whitfield");
  await button(page, "Save name").click();
  await expect(page.getByRole("button", { name: "Dana Whitfield, account menu" })).toBeVisible();
  const sessions = page.getByRole("region", { name: "Your sessions" });
  await expect(sessions.getByText("This session")).toBeVisible();
  await button(page, "End all others").click();
  await expectToast(page, "Success", /sessions? ended$/);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/cms-login-fpng$/);
  await elsewhere.context().close();
  await page.getByLabel("Name", { exact: true }).fill("admin");
  await button(page, "Save name").click();
  await expect(page.getByRole("button", { name: "admin, account menu" })).toBeVisible();
});
