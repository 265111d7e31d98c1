import { expect, type Page } from "playwright/test";
import { test } from "../../support/browser/own-address";
import { purchase, serviceMessagesTo, uniqueEmail } from "../../support/browser/purchase";
import { waitForMessages } from "../../support/browser/wait-for-messages";

const sandboxUrl = process.env["E2E_SANDBOX_URL"] ?? "";

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Timezone").selectOption("Eastern Time (ET)");
  await page.getByRole("checkbox").check();
}

const submit = (page: Page) => page.getByRole("button", { name: "Continue" });

/** Submits the form and answers the call with a given response. */
async function submitAnswered(
  page: Page,
  status: number,
  json: Record<string, string> | undefined,
): Promise<void> {
  await page.route("**/api/email-onboarding", (route) =>
    route.fulfill(json ? { status, json } : { status, body: "" }),
  );
  await page.goto("/onboarding?uid=uid_of_a_test");
  await fill(page, "alex@sample.example");
  await submit(page).click();
}

test("redirects to the pricing page without a uid", async ({ page }) => {
  for (const query of ["", "?uid=", "?other=uid_1"]) {
    await page.goto(`/onboarding${query}`);
    await expect(page).toHaveURL(/\/pricing$/);
  }
});

for (const name of ["uid", "paddle_uid", "paddleUid", "threelineUid"]) {
  test(`reads the uid from ${name}`, async ({ page }) => {
    let sent: unknown;
    await page.route("**/api/email-onboarding", async (route) => {
      sent = route.request().postDataJSON();
      await route.fulfill({ status: 500, json: { message: "Enough." } });
    });
    await page.goto(`/onboarding?${name}=uid_of_${name}`);
    await fill(page, "alex@sample.example");
    await submit(page).click();
    await expect(page.getByText("Enough.")).toBeVisible();
    expect(sent).toEqual({
      email: "alex@sample.example",
      timezone: "America/New_York",
      termsAgreed: true,
      threelineUid: `uid_of_${name}`,
    });
  });
}

test("has a title, and search engines don't index it", async ({ page }) => {
  await page.goto("/onboarding?uid=uid_of_a_test");
  await expect(page).toHaveTitle("Create Your Account | Threeline");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(page.getByRole("progressbar", { name: "Create Your Account" })).toHaveAttribute(
    "value",
    "1",
  );
});

test.describe("in London", () => {
  test.use({ timezoneId: "Europe/London" });

  test("preselects the browser's time zone", async ({ page }) => {
    await page.goto("/onboarding?uid=uid_of_a_test");
    await expect(page.getByLabel("Timezone")).toHaveValue("Europe/London");
    const slip = page.getByRole("complementary", { name: "Your first briefing" });
    await expect(slip).toContainText(/(?:Mon|Tues|Wednes|Thurs|Fri)day\s*by 8:00 AM/);
  });

  test("keeps what is typed before the scripts load", async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/_next/static/**/*.js", async (route) => {
      await held;
      await route.continue();
    });
    let sent: unknown;
    await page.route("**/api/email-onboarding", async (route) => {
      sent = route.request().postDataJSON();
      await route.fulfill({ status: 500, json: { message: "Enough." } });
    });
    await page.goto("/onboarding?uid=uid_of_a_test", { waitUntil: "commit" });
    await page.getByLabel("Email").fill("alex@sample.example");
    await page.getByRole("checkbox").check();
    release();
    // The scripts select the browser's time zone once they have loaded.
    await expect(page.getByLabel("Timezone")).toHaveValue("Europe/London");
    await submit(page).click();
    await expect(page.getByText("Enough.")).toBeVisible();
    expect(sent).toMatchObject({ email: "alex@sample.example", termsAgreed: true });
    await expect(page.getByLabel("Email")).toHaveValue("alex@sample.example");
    await expect(page.getByRole("checkbox")).toBeChecked();
  });

  test("keeps a time zone chosen before the scripts load", async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/_next/static/**/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/onboarding?uid=uid_of_a_test", { waitUntil: "commit" });
    await page.getByLabel("Timezone").selectOption("Mountain Time (MT)");
    release();
    const slip = page.getByRole("complementary", { name: "Your first briefing" });
    await expect(slip).toContainText("Mountain Time (MT)");
    await expect(page.getByLabel("Timezone")).toHaveValue("America/Denver");
  });
});

test("shows errors at their fields and focuses the first one", async ({ page }) => {
  let calls = 0;
  await page.route("**/api/email-onboarding", (route) => {
    calls += 1;
    return route.fulfill({ status: 500, body: "" });
  });
  await page.goto("/onboarding?uid=uid_of_a_test");
  await page.getByLabel("Email").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByText("Please select a timezone")).toBeVisible();
  await expect(
    page.getByText("You must agree to the Terms of Service and Privacy Policy to continue"),
  ).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");

  await page.getByLabel("Email").fill("alex@sample");
  await expect(page.getByText("Please enter a valid email address")).toBeHidden();
  await page.getByLabel("Timezone").selectOption("London (GMT/BST)");
  await page.getByRole("checkbox").check();
  await submit(page).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByText("Please select a timezone")).toBeHidden();
  expect(calls).toBe(0);
});

test.describe("failures", () => {
  test("404: says so at the bottom, scrolls there, and keeps the input", async ({ page }) => {
    await submitAnswered(page, 404, { message: "Not found.", code: "account_not_found" });
    const alert = page.getByRole("alert").filter({ hasText: "We couldn’t find your account" });
    await expect(alert).toContainText(
      "Please use the email you used at checkout, or contact support.",
    );
    await expect(alert.getByRole("link", { name: "contact support" })).toHaveAttribute(
      "href",
      "/contact",
    );
    await expect
      .poll(() =>
        page.evaluate(() =>
          Math.round(document.documentElement.scrollHeight - innerHeight - scrollY),
        ),
      )
      .toBeLessThanOrEqual(1);
    await expect(alert).toBeInViewport();
    await expect(page.getByLabel("Email")).toHaveValue("alex@sample.example");
    await expect(page.getByLabel("Timezone")).toHaveValue("America/New_York");
    await expect(page.getByRole("checkbox")).toBeChecked();
  });

  test("409: the server's message", async ({ page }) => {
    await submitAnswered(page, 409, { message: "This email is already registered." });
    await expect(
      page.getByRole("alert").filter({ hasText: "This email is already registered." }),
    ).toBeVisible();
  });

  test("400 for a missing uid: redirects to the pricing page", async ({ page }) => {
    await submitAnswered(page, 400, {
      message: "Threeline UID is required",
      code: "uid_required",
      field: "threelineUid",
    });
    await expect(page).toHaveURL(/\/pricing$/);
  });

  test("anything else: the server's message, or our own", async ({ page }) => {
    await submitAnswered(page, 503, { message: "Please come back later, or Contact us." });
    await expect(page.getByText("Please come back later, or Contact us.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Contact us" })).toHaveAttribute(
      "href",
      "/contact",
    );
    await page.unroute("**/api/email-onboarding");
    await page.route("**/api/email-onboarding", (route) => route.abort());
    await submit(page).click();
    await expect(page.getByText("An error occurred. Please try again.")).toBeVisible();
    await expect(page.getByText("Please come back later")).toBeHidden();
  });
});

test("submits once for two clicks, and the button keeps its width", async ({ page }) => {
  let calls = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/email-onboarding", async (route) => {
    calls += 1;
    await held;
    await route.fulfill({ status: 500, body: "" });
  });
  await page.goto("/onboarding?uid=uid_of_a_test");
  await fill(page, "alex@sample.example");
  const button = submit(page);
  const widthBefore = (await button.boundingBox())?.width;
  await button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.form?.requestSubmit();
  });
  const busy = page.locator("button[aria-busy]");
  await expect(busy).toHaveCount(1);
  expect((await busy.boundingBox())?.width).toBe(widthBefore);
  await page.getByLabel("Email").press("Enter");
  release();
  await expect(page.getByText("An error occurred. Please try again.")).toBeVisible();
  expect(calls).toBe(1);
});

test("turns a purchase into an account and sends the welcome email", async ({ page, request }) => {
  const { uid } = await purchase(request);
  const email = uniqueEmail();
  await request.delete(`${sandboxUrl}/sandbox/analytics`);
  await page.goto(`/onboarding?uid=${uid}`);
  await fill(page, email);
  await submit(page).click();

  await test.step("the success screen", async () => {
    // First, because it's gone after 5 seconds.
    await expect(page.locator("[data-sonner-toast]")).toContainText(
      "Welcome! Your account is ready.",
    );
    await expect(page).toHaveURL(/\/onboarding-success\/\d+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Threeline");
    await expect(
      page.getByText(
        /Check your inbox for a welcome email\. Your first briefing arrives \w+day, \w+ \d+\./,
      ),
    ).toBeVisible();
    await expect(page.getByRole("definition")).toHaveText([email, "Eastern Time (ET)"]);
  });

  await test.step("the welcome email", async () => {
    await waitForMessages(request, () => serviceMessagesTo(request, "email", email), 1);
  });

  await test.step("analytics events contain neither uid nor address", async () => {
    const events = async () => (await request.get(`${sandboxUrl}/sandbox/analytics`)).text();
    for (const name of ["onboarding started", "onboarding completed"]) {
      await expect.poll(events).toContain(`"${name}"`);
    }
    expect(await events()).not.toContain(uid);
    expect(await events()).not.toContain(email);
  });

  await test.step("going back and submitting again", async () => {
    const { pathname } = new URL(page.url());
    await page.goBack();
    await fill(page, email);
    await page.getByLabel("Timezone").selectOption("London (GMT/BST)");
    await submit(page).click();
    await expect(page).toHaveURL(new RegExp(`${pathname}$`));
    await expect(page.getByRole("definition")).toHaveText([email, "London (GMT/BST)"]);
  });
});

test("finds a purchase at Paddle if its webhooks never arrived", async ({ page, request }) => {
  const { uid } = await purchase(request, { deliver: "none" });
  const email = uniqueEmail();
  await page.goto(`/onboarding?paddle_uid=${uid}`);
  await fill(page, email);
  await submit(page).click();
  await expect(page).toHaveURL(/\/onboarding-success\/\d+$/);
  await expect(page.getByRole("definition").first()).toHaveText(email);
});

test("reports a uid that doesn't exist", async ({ page }) => {
  await page.goto("/onboarding?uid=uid_nobody_knows_this_one");
  await fill(page, uniqueEmail());
  await submit(page).click();
  await expect(page.getByText("We couldn’t find your account")).toBeVisible();
});
