import { expect, type APIRequestContext, type Browser, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { logIn, subscribe } from "../../support/browser/login";
import { test } from "../../support/browser/own-address";
import { messagesTo, uniqueEmail } from "../../support/browser/purchase";
import { setClock } from "../../support/browser/sandbox-clock";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

const toast = (page: Page) => page.locator("[data-sonner-toast]");
// The first email of a process loads the renderer.
const firstEmail = { timeout: 25_000 };
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Requests a link on the screen. */
async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto("/account");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Login Link" }).click();
  await expect(heading(page)).toHaveText("Check your inbox", firstEmail);
}

/** The path of the newest link emailed to an address. */
async function linkTo(request: APIRequestContext, email: string): Promise<string> {
  const mails = await messagesTo(request, "email", email);
  const links = mails.flatMap(({ text }) => /\/auth\/verify\?token=[\w-]+/.exec(text)?.[0] ?? []);
  return links.at(-1) ?? "";
}

/** The status that the server answers to a session cookie. */
async function statusOf(request: APIRequestContext, cookie: string): Promise<number> {
  return (await request.get("/api/user", { headers: { cookie } })).status();
}

/** `name=value`, or nothing without a session. Over https, its name has a prefix. */
async function sessionCookie(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  const found = cookies.find(({ name }) => name.endsWith("threeline-session"));
  return found ? `${found.name}=${found.value}` : "";
}

const userData = (page: Page) => page.evaluate(() => localStorage.getItem("userData"));

/** Stops the page's clock; the test moves it. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
}

async function expectDeadLink(page: Page, address: string, message: string): Promise<void> {
  await page.goto(address);
  await expect(heading(page)).toHaveText("Login Failed");
  await expect(page.getByText(message)).toBeVisible();
  await expect(toast(page)).toHaveText(/Login failed/);
  await expect(toast(page)).toHaveAttribute("data-type", "error");
  await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
}

async function visit(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
}

test.afterEach(async ({ request }) => {
  await setClock(request, null);
  await request.delete(`${sandboxUrl}/sandbox/faults`);
});

test("the form needs an email", async ({ page }) => {
  await page.goto("/account");
  await expect(page).toHaveTitle("Account | Threeline");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(heading(page)).toHaveText("Log in");
  const send = page.getByRole("button", { name: "Send Login Link" });
  await expect(send).toBeDisabled();
  await page.getByLabel("Email").press("Enter");
  await expect(toast(page)).toHaveText(/Please enter your email/);
  await page.getByLabel("Email").fill("  ");
  await expect(send).toBeDisabled();
  await page.getByLabel("Email").fill("a");
  await expect(send).toBeEnabled();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("logs in with the keyboard alone, in the browser that requested the link", async ({
  page,
  request,
}) => {
  const { email } = await subscribe(request, "Europe/London");
  await request.delete(`${sandboxUrl}/sandbox/analytics`);

  await test.step("requests a link, tries another address, requests again", async () => {
    await page.goto("/account");
    await page.getByRole("link", { name: "Support", exact: true }).focus();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText("Check your inbox", firstEmail);
    await expect(heading(page)).toBeFocused();
    await expect(toast(page)).toHaveText(/Login link sent/);
    await expect(page.getByText(email)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Try a different email" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Email")).toBeFocused();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText("Check your inbox");
  });

  await test.step("welcomes, and continues after 1.5 seconds", async () => {
    await stopTime(page);
    const opened = await page.goto(await linkTo(request, email));
    expect(opened?.headers()["referrer-policy"]).toBe("no-referrer");
    expect(opened?.headers()["cache-control"]).toContain("no-store");
    await expect(heading(page)).toHaveText("Welcome Back");
    await expect(page.getByRole("definition")).toHaveText([
      email,
      "London (GMT/BST)",
      "Free Trial",
    ]);
    await expect(page).toHaveURL(/\/auth\/verify$/);
    await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
    await page.clock.runFor(1_400);
    await expect(page).toHaveURL(/\/auth\/verify$/);
    await page.clock.runFor(200);
    await expect(page).toHaveURL(/\/account\/details$/);
    expect(JSON.parse((await userData(page)) ?? "null")).toMatchObject({
      email,
      timezone: "Europe/London",
      status: "Free Trial",
      phone: null,
    });
  });

  await test.step("analytics events contain neither the token nor the address", async () => {
    const names = async () => {
      const events = await (await request.get(`${sandboxUrl}/sandbox/analytics`)).text();
      expect(events).not.toContain("token");
      expect(events).not.toContain(email);
      return ["magic link requested", "magic link verified"].filter((name) =>
        events.includes(`"${name}"`),
      );
    };
    await expect.poll(names).toEqual(["magic link requested", "magic link verified"]);
  });
});

test("signing out ends the session, so a copied cookie is useless", async ({ page, request }) => {
  const { email } = await subscribe(request);
  await requestLink(page, email);
  await stopTime(page);
  await page.goto(await linkTo(request, email));
  await expect(heading(page)).toHaveText("Welcome Back");
  const cookie = await sessionCookie(page);
  expect(await statusOf(request, cookie)).toBe(200);

  await test.step("a failed sign-out says so, and clears the user data anyway", async () => {
    await page.route("**/api/auth/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(heading(page)).toHaveText("We couldn’t finish logging you out");
    expect(await userData(page)).toBeNull();
    await page.unroute("**/api/auth/logout");
  });

  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/account$/);
  expect(await userData(page)).toBeNull();
  expect(await statusOf(request, cookie)).toBe(401);
  await page.goto("/account/details");
  await expect(page).toHaveURL(/\/account$/);
});

test("another browser must press Continue, even after scanners opened the link", async ({
  page,
  request,
  browser,
}) => {
  const { email } = await subscribe(request);
  await requestLink(page, email);
  const link = await linkTo(request, email);

  await test.step("one scanner fetches the link, another runs its scripts", async () => {
    expect((await request.get(link)).status()).toBe(200);
    expect((await request.head(link)).status()).toBe(200);
    expect((await request.head(`/api${link}`)).status()).toBe(405);
    const scanner = await visit(browser, link);
    await expect(scanner.getByRole("button", { name: "Continue" })).toBeVisible();
    expect(await sessionCookie(scanner)).toBe("");
    await scanner.context().close();
  });

  await test.step("another device", async () => {
    const other = await visit(browser, link);
    // The welcome stays until the next page comes.
    const seen = Promise.withResolvers<void>();
    await other.route("**/account/details*", async (route) => {
      await seen.promise;
      await route.continue();
    });
    await expect(heading(other)).toHaveText("Almost there");
    await expect(other.getByRole("main").getByRole("button")).toHaveText(["Continue"]);
    await other.getByRole("button", { name: "Continue" }).focus();
    await other.keyboard.press("Enter");
    await expect(heading(other)).toHaveText("Welcome Back");
    seen.resolve();
    await expect(other).toHaveURL(/\/account\/details$/);
    await other.context().close();
  });

  await test.step("the link is used up for the browser that requested it", async () => {
    await expectDeadLink(page, link, "This login link was already used. Please request a new one.");
    await page.getByRole("link", { name: "Try Again" }).click();
    await expect(page).toHaveURL(/\/account$/);
  });
});

test("shows that a link is being verified", async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/auth/verify?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/auth/verify?token=guessed");
  await expect(page).toHaveTitle("Login | Threeline");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(heading(page)).toHaveText("Verifying your login");
  await expect(page.getByRole("status").filter({ hasText: "One moment" })).toBeVisible();
  release();
  await expect(heading(page)).toHaveText("Login Failed");
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute(
    "href",
    "/contact",
  );
});

test("the tab that requested the link continues when another tab logs in", async ({
  page,
  request,
  context,
}) => {
  const { email } = await subscribe(request);
  await requestLink(page, email);
  const tab = await context.newPage();
  const seen = Promise.withResolvers<void>();
  await tab.route("**/account/details*", async (route) => {
    await seen.promise;
    await route.continue();
  });
  await tab.goto(await linkTo(request, email));
  await expect(heading(tab)).toHaveText("Welcome Back");
  seen.resolve();
  await expect(page).toHaveURL(/\/account\/details$/);
});

test("a logged-in subscriber skips the login", async ({ page, request }) => {
  const { email } = await subscribe(request);
  await logIn(page, email);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/account\/details$/);
  await expect.poll(() => userData(page)).toContain(email);
});

test("links that don't work say why", async ({ page, request }) => {
  const { email } = await subscribe(request);

  await test.step("no token", async () => {
    for (const query of ["", "?token="]) {
      await page.goto(`/auth/verify${query}`);
      await expect(heading(page)).toHaveText("Login Failed");
      await expect(page.getByText("Invalid login link. Please request a new one.")).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Try Again" })).toHaveAttribute("href", "/account");
  });

  await test.step("a token that was never sent", () =>
    expectDeadLink(page, "/auth/verify?token=guessed", "Invalid or expired login link"));

  await test.step("a link replaced by a newer one", async () => {
    await requestLink(page, email);
    const older = await linkTo(request, email);
    await requestLink(page, email);
    expect(await linkTo(request, email)).not.toBe(older);
    await expectDeadLink(
      page,
      older,
      "We sent you a newer login link. Open that one, or request another.",
    );
  });

  await test.step("a link older than 15 minutes", async () => {
    const link = await linkTo(request, email);
    const { now } = await (await request.get(`${sandboxUrl}/sandbox/clock`)).json();
    await setClock(request, new Date(Date.parse(now) + 15 * 60_000 + 1_000));
    await expectDeadLink(page, link, "This login link has expired. Please request a new one.");
  });

  await test.step("an answer without a message", async () => {
    await page.route("**/api/auth/verify?*", (route) => route.fulfill({ status: 500, body: "" }));
    await expectDeadLink(page, "/auth/verify?token=x", "Invalid or expired login link");
  });
});

test("a toast explains why no link was sent", async ({ page, request }) => {
  const send = async (email: string) => {
    await page.goto("/account");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Email").press("Enter");
  };
  const expectToast = async (title: string, description: string) => {
    await expect(toast(page)).toContainText(title);
    await expect(toast(page)).toContainText(description);
    await expect(toast(page)).toHaveAttribute("data-type", "error");
    await expect(heading(page)).toHaveText("Log in");
  };

  await test.step("an unknown address", async () => {
    await request.delete(`${sandboxUrl}/sandbox/analytics`);
    const email = uniqueEmail();
    await send(email);
    await expectToast(
      "Account not found",
      "This email address is not associated with an active account. Only existing users can log in.",
    );
    await expect(page.getByText("Check it for typos, or try the address you paid")).toBeVisible();
    const events = async () => (await request.get(`${sandboxUrl}/sandbox/analytics`)).text();
    await expect.poll(events).toContain('"error shown"');
    expect(await events()).toContain("account_not_found");
    expect(await events()).not.toContain(email);
  });

  await test.step("an invalid address", async () => {
    await send("alex@sample");
    await expectToast("Error sending login link", "Please enter a valid email address");
  });

  await test.step("the email provider is down", async () => {
    const { email } = await subscribe(request);
    await request.post(`${sandboxUrl}/sandbox/faults`, {
      data: { provider: "postmark", mode: "rate-limit" },
    });
    await send(email);
    await expectToast(
      "Service temporarily unavailable",
      "Our email provider is unavailable right now, so we didn’t send a login link. Please try again in a few minutes.",
    );
  });

  await test.step("too many links for an address", async () => {
    const email = uniqueEmail();
    for (let index = 0; index < 5; index += 1) {
      await request.post("/api/auth/magic-link", { data: { email } });
    }
    await send(email);
    await expectToast(
      "Error sending login link",
      "Too many attempts. Please try again in 15 minutes.",
    );
  });

  await test.step("no answer", async () => {
    await page.route("**/api/auth/magic-link", (route) => route.abort());
    await send("alex@sample.example");
    await expectToast(
      "Error sending login link",
      "We couldn’t reach the server. Please try again.",
    );
  });
});

test("limits failed verifications", async ({ page, request }) => {
  for (let index = 0; index < 30; index += 1) {
    await request.get("/api/auth/verify", { params: { token: `guess-${index}` } });
  }
  const refused = await request.get("/api/auth/verify?token=guess");
  expect(refused.status()).toBe(429);
  expect(Number(refused.headers()["retry-after"])).toBeGreaterThan(800);
  await expectDeadLink(
    page,
    "/auth/verify?token=guess",
    "Too many attempts. Please try again in 15 minutes.",
  );
});

test("two presses send one request, and the button keeps its width", async ({ page }) => {
  let calls = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/auth/magic-link", async (route) => {
    calls += 1;
    await held;
    await route.fulfill({ json: { message: "Login link sent" } });
  });
  await page.goto("/account");
  await page.getByLabel("Email").fill("alex@sample.example");
  const button = page.getByRole("button", { name: "Send Login Link" });
  const widthBefore = (await button.boundingBox())?.width;
  await button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.form?.requestSubmit();
  });
  const busy = page.locator("button[aria-busy]");
  await expect(busy).toHaveCount(1);
  expect((await busy.boundingBox())?.width).toBe(widthBefore);
  release();
  await expect(heading(page)).toHaveText("Check your inbox");
  expect(calls).toBe(1);
});

const longEmail = `${"a-very-long-name-".repeat(3)}@a-long-domain.sample.example`;

const welcomed = {
  success: true,
  message: "Login successful",
  user: {
    email: longEmail,
    timezone: "Europe/London",
    status: "Past Due",
    subscriptionId: null,
    firstChargeDate: null,
    nextChargeDate: null,
    name: "Ada",
    phone: "+447400123456",
  },
};

async function expectGood(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expectGoodAtAllWidths(page);
}

test.describe("accessible and without sideways scrolling", () => {
  test("the login screens", async ({ page }) => {
    await page.route("**/api/auth/magic-link", (route) =>
      route.fulfill({ json: { message: "Login link sent" } }),
    );
    await page.goto("/account");
    await expectGood(page, "Log in");
    await page.getByLabel("Email").fill(longEmail);
    await page.getByLabel("Email").press("Enter");
    await expectGood(page, "Check your inbox");
  });

  test("the verification screens", async ({ page }) => {
    const answer = (status: number, json: object) =>
      page.route("**/api/auth/verify?*", (route) => route.fulfill({ status, json }));
    // Keeps the welcome on screen.
    await page.route("**/account/details*", () => undefined);
    await page.goto("/auth/verify");
    await expectGood(page, "Login Failed");
    await answer(409, { message: "Please press Continue.", code: "confirmation_required" });
    await page.goto("/auth/verify?token=x");
    await expectGood(page, "Almost there");
    await answer(200, welcomed);
    await page.getByRole("button", { name: "Continue" }).click();
    await expectGood(page, "Welcome Back");
    await expect(page.getByRole("definition")).toHaveText([
      "Ada",
      longEmail,
      "+44 7400 123456",
      "London (GMT/BST)",
      "Past Due",
    ]);
  });
});
