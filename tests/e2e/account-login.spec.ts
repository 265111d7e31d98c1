import { expect, type APIRequestContext, type Browser, type Page } from "playwright/test";
import { logIn, subscribe } from "@/tests/support/login";
import { test } from "@/tests/support/own-address";
import { accessibilityProblems, sidewaysScroll } from "@/tests/support/public-pages";
import { messagesTo, uniqueEmail } from "@/tests/support/purchase";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

const toast = (page: Page) => page.locator("[data-sonner-toast]");
// The first mail of a process loads what renders it.
const firstMail = { timeout: 25_000 };
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Asks for a link on the screen. */
async function ask(page: Page, email: string): Promise<void> {
  await page.goto("/account");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Login Link" }).click();
  await expect(heading(page)).toHaveText("Check your inbox", firstMail);
}

/** The newest link that was mailed to an address, as a path. */
async function linkTo(request: APIRequestContext, email: string): Promise<string> {
  const mails = await messagesTo(request, "email", email);
  const links = mails.flatMap(({ text }) => /\/auth\/verify\?token=[\w-]+/.exec(text)?.[0] ?? []);
  return links.at(-1) ?? "";
}

/** What the server knows of a session's cookie. */
async function statusOf(request: APIRequestContext, cookie: string): Promise<number> {
  const headers = { cookie: `threeline-session=${cookie}` };
  return (await request.get("/api/user", { headers })).status();
}

async function sessionCookie(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "threeline-session")?.value ?? "";
}

const userData = (page: Page) => page.evaluate(() => localStorage.getItem("userData"));

/** From here on time passes on the page only where a test says so. */
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
  await request.delete(`${sandboxUrl}/sandbox/clock`);
  await request.delete(`${sandboxUrl}/sandbox/faults`);
});

test("the form and what it says", async ({ page }) => {
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
  for (const [name, href] of [
    ["Contact support", "/contact"],
    ["Support", "/contact"],
    ["See plans", "/pricing"],
  ] as const) {
    await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
  }
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("the keyboard alone logs in, in the browser that asked", async ({ page, request }) => {
  const { email } = await subscribe(request, "Europe/London");
  await request.delete(`${sandboxUrl}/sandbox/analytics`);

  await test.step("asks, tries another address, asks again", async () => {
    await page.goto("/account");
    await page.getByRole("link", { name: "Support", exact: true }).focus();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText("Check your inbox", firstMail);
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

  await test.step("is welcomed, and led on after a second and a half", async () => {
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

  await test.step("the events carry neither token nor address", async () => {
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

test("signing out ends the session, and a copied cookie is worthless", async ({
  page,
  request,
}) => {
  const { email } = await subscribe(request);
  await ask(page, email);
  await stopTime(page);
  await page.goto(await linkTo(request, email));
  await expect(heading(page)).toHaveText("Welcome Back");
  const cookie = await sessionCookie(page);
  expect(await statusOf(request, cookie)).toBe(200);

  await test.step("a sign-out that does not get through says so, and nothing is forgotten", async () => {
    await page.route("**/api/auth/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Sign Out" }).click();
    await page.clock.runFor(500);
    await expect(toast(page)).toHaveText(/We couldn't sign you out/);
    expect(await userData(page)).not.toBeNull();
    await page.unroute("**/api/auth/logout");
  });

  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/account$/);
  expect(await userData(page)).toBeNull();
  expect(await statusOf(request, cookie)).toBe(401);
  await page.goto("/account/details");
  await expect(page).toHaveURL(/\/account$/);
});

test("in another browser Continue is asked for, whoever opened the link before", async ({
  page,
  request,
  browser,
}) => {
  const { email } = await subscribe(request);
  await ask(page, email);
  const link = await linkTo(request, email);

  await test.step("a scanner fetches it, and another runs its scripts", async () => {
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
    await expect(heading(other)).toHaveText("Almost there");
    await expect(other.getByRole("main").getByRole("button")).toHaveText(["Continue"]);
    await other.getByRole("button", { name: "Continue" }).focus();
    await other.keyboard.press("Enter");
    await expect(heading(other)).toHaveText("Welcome Back");
    await expect(other).toHaveURL(/\/account\/details$/);
    await other.context().close();
  });

  await test.step("the browser that asked comes too late", async () => {
    await expectDeadLink(page, link, "This login link was already used. Please request a new one.");
    await page.getByRole("link", { name: "Try Again" }).click();
    await expect(page).toHaveURL(/\/account$/);
  });
});

test("while a link is looked at the screen says so", async ({ page }) => {
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

test("a tab that waits for the mail goes on when another one is logged in", async ({
  page,
  request,
  context,
}) => {
  const { email } = await subscribe(request);
  await ask(page, email);
  const tab = await context.newPage();
  await tab.goto(await linkTo(request, email));
  await expect(heading(tab)).toHaveText("Welcome Back");
  await expect(page).toHaveURL(/\/account\/details$/);
});

test("whoever is logged in is led past the login", async ({ page, request }) => {
  const { email } = await subscribe(request);
  await logIn(page, email);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/account\/details$/);
  await expect.poll(() => userData(page)).toContain(email);
});

test("links that do not work say why", async ({ page, request }) => {
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

  await test.step("a link with a newer one after it", async () => {
    await ask(page, email);
    const older = await linkTo(request, email);
    await ask(page, email);
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
    const later = new Date(Date.parse(now) + 15 * 60_000 + 1_000).toISOString();
    await request.put(`${sandboxUrl}/sandbox/clock`, { data: { now: later } });
    // Asked without a press it uses nothing up, so it tells when the clock has come through.
    await expect.poll(async () => (await request.get(`/api${link}`)).status()).toBe(401);
    await expectDeadLink(page, link, "This login link has expired. Please request a new one.");
  });

  await test.step("an answer without words", async () => {
    await page.route("**/api/auth/verify?*", (route) => route.fulfill({ status: 500, body: "" }));
    await expectDeadLink(page, "/auth/verify?token=x", "Invalid or expired login link");
  });
});

test("what can go wrong with asking is said in a toast", async ({ page, request }) => {
  const send = async (email: string) => {
    await page.goto("/account");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Email").press("Enter");
  };
  const said = async (title: string, description: string) => {
    await expect(toast(page)).toContainText(title);
    await expect(toast(page)).toContainText(description);
    await expect(toast(page)).toHaveAttribute("data-type", "error");
    await expect(heading(page)).toHaveText("Log in");
  };

  await test.step("an address nobody has", async () => {
    await request.delete(`${sandboxUrl}/sandbox/analytics`);
    const email = uniqueEmail();
    await send(email);
    await said(
      "Account not found",
      "This email address is not associated with an active account. Only existing users can log in.",
    );
    const events = async () => (await request.get(`${sandboxUrl}/sandbox/analytics`)).text();
    await expect.poll(events).toContain('"error shown"');
    expect(await events()).toContain("account-not-found");
    expect(await events()).not.toContain(email);
  });

  await test.step("no address at all", async () => {
    await send("alex@sample");
    await said("Error sending login link", "Please enter a valid email address");
  });

  await test.step("the mail provider is down", async () => {
    const { email } = await subscribe(request);
    await request.post(`${sandboxUrl}/sandbox/faults`, {
      data: { provider: "postmark", mode: "rate-limit" },
    });
    await send(email);
    await said(
      "Service temporarily unavailable",
      "Our email provider is unavailable right now, so we didn't send a login link. Please try again in a few minutes.",
    );
  });

  await test.step("too many links for an address", async () => {
    const email = uniqueEmail();
    for (let index = 0; index < 5; index += 1) {
      await request.post("/api/auth/magic-link", { data: { email } });
    }
    await send(email);
    await said("Error sending login link", "Too many attempts. Please try again in 15 minutes.");
  });

  await test.step("no answer", async () => {
    await page.route("**/api/auth/magic-link", (route) => route.abort());
    await send("alex@sample.example");
    await said("Error sending login link", "We couldn't reach the server. Please try again.");
  });
});

test("too many guesses meet a limit", async ({ page, request }) => {
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

test("two presses ask once, and the button keeps its width", async ({ page }) => {
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

async function expectSound(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await page.evaluate(() => document.fonts.ready);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`axe finds nothing, and nothing scrolls sideways, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("where a link is asked for", async ({ page }) => {
      await page.route("**/api/auth/magic-link", (route) =>
        route.fulfill({ json: { message: "Login link sent" } }),
      );
      await page.goto("/account");
      await expectSound(page, "Log in");
      await page.getByLabel("Email").fill(longEmail);
      await page.getByLabel("Email").press("Enter");
      await expectSound(page, "Check your inbox");
    });

    test("where it leads", async ({ page }) => {
      const answer = (status: number, json: object) =>
        page.route("**/api/auth/verify?*", (route) => route.fulfill({ status, json }));
      // The welcome stays for as long as it is looked at.
      await page.route("**/account/details*", () => undefined);
      await page.goto("/auth/verify");
      await expectSound(page, "Login Failed");
      await answer(409, { message: "Please press Continue.", code: "confirmation_required" });
      await page.goto("/auth/verify?token=x");
      await expectSound(page, "Almost there");
      await answer(200, welcomed);
      await page.getByRole("button", { name: "Continue" }).click();
      await expectSound(page, "Welcome Back");
      await expect(page.getByRole("definition")).toHaveText([
        "Ada",
        longEmail,
        "+447400123456",
        "London (GMT/BST)",
        "Past Due",
      ]);
    });
  });
}
