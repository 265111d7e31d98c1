import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { expect, type Page } from "playwright/test";
import { z } from "zod";
import { chooseInAccountMenu, expectToast, readOnFocus } from "../../support/browser/admin-pages";
import { test } from "../../support/browser/own-address";
import { accessibilityProblems, sidewaysScroll } from "../../support/browser/public-pages";
import { runCli } from "../../support/run-cli";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";
const localSchema = z.object({
  databaseUrl: z.string(),
  variables: z.object({ SANDBOX_PORT: z.string() }),
});

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

/** Creates an administrator with a generated password, and returns that. */
async function createAdmin(username: string): Promise<string> {
  const path = join(process.env["E2E_DATA_DIR"] ?? "", "local.json");
  const local = localSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  const { stdout, stderr } = await runCli(["admin", "create", "--username", username], {
    PROVIDERS: "sandbox",
    SANDBOX_PORT: local.variables.SANDBOX_PORT,
    DATABASE_URL: local.databaseUrl,
    AUTH_SECRET: "0123456789012345678901234567890123456789",
    POSTMARK_SERVER_TOKEN: "token",
    POSTMARK_WEBHOOK_USERNAME: "user",
    POSTMARK_WEBHOOK_PASSWORD: "a-webhook-password",
    TWILIO_ACCOUNT_SID: "AC00000000000000000000000000000000",
    TWILIO_AUTH_TOKEN: "token",
  });
  expect(stderr).toBe("");
  return /^Password: (.+)$/m.exec(stdout)?.[1] ?? "";
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/cms-login-fpng");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await button(page, "Login").click();
}

async function logOut(page: Page): Promise<void> {
  await button(page, "Logout").click();
  await expect(page).toHaveURL(/\/$/);
}

/** The code that an authenticator app shows, now or in a while. */
async function codeOf(page: Page, secret: string, offsetS = 0): Promise<string> {
  const response = await page.request.get(`${sandboxUrl}/sandbox/clock`);
  const { now } = z.object({ now: z.string() }).parse(await response.json());
  const generator = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  return generator.generate({ timestamp: Date.parse(now) + offsetS * 1_000 });
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
}

test("an administrator replaces the generated password and adds a second factor", async ({
  page,
}) => {
  const username = `editor-${crypto.randomUUID().slice(0, 8)}`;
  const password = "ribbons over the sea";
  let secret = "";
  let recoveryCode = "";

  await test.step("the generated password opens nothing but its replacement", async () => {
    await logIn(page, username, await createAdmin(username));
    await expect(heading(page)).toHaveText("Choose a new password");
    await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel("New password", { exact: true }).fill("passwordpassword");
    await page.getByLabel("Repeat new password").fill("passwordpasswort");
    await button(page, "Continue").click();
    await expect(page.getByText("The passwords don’t match.")).toBeVisible();
    await page.getByLabel("Repeat new password").fill("passwordpassword");
    await button(page, "Continue").click();
    await expect(
      page.getByText("This password is too common. Choose a different one."),
    ).toBeVisible();
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Repeat new password").fill(password);
    await button(page, "Continue").click();
    await expect(page).toHaveURL(/\/content-management$/);
  });

  await test.step("two-factor login is set up with the password", async () => {
    await chooseInAccountMenu(page, "Your account");
    await expect(heading(page)).toHaveText("Your account");
    await expect(page.getByText("This browser")).toBeVisible();
    await expectAccessible(page);
    await button(page, "Set up").click();
    await dialog(page).getByLabel("Current password").fill("wrong");
    await button(page, "Continue").click();
    await expect(dialog(page).getByText("That isn’t your current password.")).toBeVisible();
    await dialog(page).getByLabel("Current password").fill(password);
    await button(page, "Continue").click();
    await expect(dialog(page).getByRole("img", { name: /QR code/ })).toBeVisible();
    await expect(dialog(page).getByLabel("Code from the app")).toBeFocused();
    await expectAccessible(page);
    secret = /\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/.exec(await dialog(page).innerText())?.[0] ?? "";
    await dialog(page).getByLabel("Code from the app").fill("000000");
    await button(page, "Continue").click();
    await expect(dialog(page).getByText(/That code isn’t right/)).toBeVisible();
    await dialog(page)
      .getByLabel("Code from the app")
      .fill(await codeOf(page, secret));
    await button(page, "Continue").click();
    await expect(dialog(page).getByRole("listitem")).toHaveCount(10);
    await expectAccessible(page);
    recoveryCode = await dialog(page).getByRole("listitem").first().innerText();
    await button(page, "I saved them").click();
    await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();
    await logOut(page);
  });

  await test.step("a login needs a code, and opens nothing without it", async () => {
    await logIn(page, username, password);
    await expect(heading(page)).toHaveText("Enter your code");
    await expect(page.getByLabel("Code")).toBeFocused();
    await expectAccessible(page);
    const other = await page.context().newPage();
    await other.goto("/content-management");
    await expect(other).toHaveURL(/\/cms-login-fpng$/);
    await other.close();
    await page.getByLabel("Code").fill("000000");
    const read = readOnFocus(page.getByLabel("Code"));
    await button(page, "Continue").click();
    expect(await read).toContain("That code isn’t right");
    await page.getByLabel("Code").fill(await codeOf(page, secret, 30));
    await button(page, "Continue").click();
    await expect(page).toHaveURL(/\/content-management$/);
    await chooseInAccountMenu(page, "Your account");
    await expect(heading(page)).toHaveText("Your account");
    await logOut(page);
  });

  await test.step("a recovery code replaces the phone once", async () => {
    await logIn(page, username, password);
    await page.getByLabel("Code").fill(recoveryCode);
    await button(page, "Continue").click();
    await expect(page).toHaveURL(/\/content-management$/);
    await chooseInAccountMenu(page, "Your account");
    await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
    await logOut(page);
    await logIn(page, username, password);
    await page.getByLabel("Code").fill(recoveryCode);
    await button(page, "Continue").click();
    await expect(page.getByText(/That code isn’t right/)).toBeVisible();
    await button(page, "Start over").click();
    await expect(heading(page)).toHaveText("Content Admin Login");
  });
});

test("an editor changes the password", async ({ page }) => {
  const username = `editor-${crypto.randomUUID().slice(0, 8)}`;
  const [first, second] = ["ribbons over the sea", "gulls under the bridge"];
  await logIn(page, username, await createAdmin(username));
  await page.getByLabel("New password", { exact: true }).fill(first);
  await page.getByLabel("Repeat new password").fill(first);
  await button(page, "Continue").click();
  await expect(page).toHaveURL(/\/content-management$/);
  await page.goto("/admin-security");
  await page.getByLabel("Current password").fill("wrong");
  await page.getByLabel("New password", { exact: true }).fill(second);
  await page.getByLabel("Repeat new password").fill(second);
  const read = readOnFocus(page.getByLabel("Current password"));
  await button(page, "Change password").click();
  expect(await read).toBe("That isn’t your current password.");
  await page.getByLabel("Current password").fill(first);
  await button(page, "Change password").click();
  await expectToast(page, "Success", "Password changed");
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await logOut(page);
  await logIn(page, username, second);
  await expect(page).toHaveURL(/\/content-management$/);
});
