import { expect, test, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import {
  endAdminSession,
  expectToast,
  holdCalls,
  openAsAdmin,
  toastOf,
} from "../../support/browser/admin-pages";
import { accessibilityProblems, logInAdmin } from "../../support/browser/public-pages";

const login = "/cms-login-fpng";
const password = process.env["E2E_ADMIN_PASSWORD"] ?? "a-password-for-tests";

async function submitLogin(page: Page, username = "admin", secret = password): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(secret);
  await page.getByRole("button", { name: "Login" }).click();
}

const flagOf = (page: Page) => page.evaluate(() => sessionStorage.getItem("admin-authenticated"));

test("an administrator logs in after every kind of refusal", async ({ page }) => {
  await page.goto(login);
  await expect(page).toHaveTitle(/^Content Admin Login/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Content Admin Login");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  const button = page.getByRole("button", { name: "Login" });

  await test.step("username and password are required", async () => {
    await button.click();
    await expect(page.getByText("Please enter a username")).toBeVisible();
    await expect(page.getByText("Please enter a password")).toBeVisible();
    await expect(page.getByLabel("Username")).toBeFocused();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step("the server refuses wrong credentials", async () => {
    await submitLogin(page, "no-such-admin", "wrong");
    await expectToast(page, "Authentication Failed", "Invalid credentials");
    await expect(toastOf(page)).toHaveAttribute("data-type", "error");
    await expect(page.getByLabel("Password")).toBeFocused();
    await expect(button).toBeEnabled();
  });

  const refusals = [
    [
      { status: 429, json: { message: "Too many attempts. Please try again in 2 seconds." } },
      "Too many attempts. Please try again in 2 seconds.",
    ],
    [{ status: 502, body: "" }, "Login failed"],
    [{ status: 200, json: { success: false } }, "Invalid credentials"],
    [{ status: 200, json: { success: false, message: "Not today" } }, "Not today"],
  ] as const;
  for (const [answer, message] of refusals) {
    await test.step(`${answer.status} shows: ${message}`, async () => {
      await page.route("**/api/admin/login", (route) => route.fulfill(answer));
      await button.click();
      await expectToast(page, "Authentication Failed", message);
      await expect(button).toBeEnabled();
      await page.unroute("**/api/admin/login");
    });
  }

  await test.step("no network", async () => {
    await page.route("**/api/admin/login", (route) => route.abort());
    await button.click();
    await expectToast(page, "Network Error", "Error: Failed to fetch");
    await expect(button).toBeEnabled();
    await page.unroute("**/api/admin/login");
  });

  await test.step("the button is disabled while pending, then the content screen opens", async () => {
    const release = await holdCalls(page, "**/api/admin/login");
    await submitLogin(page);
    await expect(page.locator("form button[type=button], form button[type=submit]")).toBeDisabled();
    release();
    await expect(page).toHaveURL(/\/content-management$/);
    expect(await flagOf(page)).toBe("true");
  });
});

for (const address of ["/content-management", "/daily-messages-admin"]) {
  test(`${address} redirects to the login without a message`, async ({ page }) => {
    await page.goto(address);
    await expect(page).toHaveURL(new RegExp(`${login}$`));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Content Admin Login");
    await expect(toastOf(page)).toHaveCount(0);
  });
}

test("a guarded page shows a spinner until the session is known", async ({ page }) => {
  const release = await holdCalls(page, "**/api/admin/session");
  await openAsAdmin(page, "/daily-messages-admin");
  await expect(page.getByRole("status").filter({ hasText: "Checking your session" })).toBeVisible();
  await expect(page.getByRole("button", { name: /account menu/ })).toHaveCount(0);
  release();
  await expect(page.getByRole("button", { name: "New Message" })).toBeVisible();
});

test("any failure of the session check counts as not authenticated", async ({ page }) => {
  await logInAdmin(page.context().request);
  for (const fail of ["500", "abort", "nonsense"] as const) {
    await page.route("**/api/admin/session", (route) => {
      if (fail === "abort") return route.abort();
      return route.fulfill(fail === "500" ? { status: 500, body: "" } : { body: "<html>" });
    });
    await page.goto("/daily-messages-admin");
    await expect(page).toHaveURL(new RegExp(`${login}$`));
    await expect(toastOf(page)).toHaveCount(0);
    await page.unroute("**/api/admin/session");
  }
});

test("a session that ended on the server is over, whatever the cookie says", async ({ page }) => {
  await openAsAdmin(page, "/daily-messages-admin");
  await expect(page.getByRole("button", { name: "New Message" })).toBeVisible();
  await endAdminSession(page.context());
  await page.goto("/daily-messages-admin");
  await expect(page).toHaveURL(new RegExp(`${login}$`));
});

test("the login redirects logged-in administrators to the content screen", async ({ page }) => {
  await openAsAdmin(page, login);
  await expect(page).toHaveURL(/\/content-management$/);
});

test("Logout on daily messages ends the session on the server and goes home", async ({ page }) => {
  await page.goto(login);
  await submitLogin(page);
  await expect(page).toHaveURL(/\/content-management$/);
  await page.goto("/daily-messages-admin");
  await expect(page.getByRole("button", { name: "New Message" })).toBeVisible();
  expect(await flagOf(page)).toBe("true");
  const cookies = await page.context().cookies();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await flagOf(page)).toBeNull();
  // A copied cookie is useless.
  await page.context().addCookies(cookies);
  expect((await page.context().request.get("/api/daily-messages")).status()).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${login}$`));
});

test("Logout on the content screen ends the session on the server and goes to the posts", async ({
  page,
}) => {
  await openAsAdmin(page, "/content-management");
  const cookies = await page.context().cookies();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/read$/);
  await page.context().addCookies(cookies);
  expect((await page.context().request.get("/api/daily-messages")).status()).toBe(401);
});

test("a failed logout is only logged", async ({ page }) => {
  await openAsAdmin(page, "/daily-messages-admin");
  await page.route("**/api/admin/logout", (route) => route.abort());
  const logged = page.waitForEvent("console", (message) => message.text().includes("TypeError"));
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect((await logged).type()).toBe("error");
  await expect(toastOf(page)).toHaveCount(0);
});

test("the login works with the keyboard alone", async ({ page }) => {
  await page.goto(login);
  await page.getByRole("link", { name: "Threeline, home" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Username")).toBeFocused();
  await page.keyboard.type("admin");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/content-management$/);
});

test("the login is accessible and never scrolls sideways", async ({ page }) => {
  await page.goto(login);
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  await expectGoodAtAllWidths(page);
});
