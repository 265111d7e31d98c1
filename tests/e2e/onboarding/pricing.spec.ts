import { expect, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { test } from "../../support/browser/own-address";
import { linksOf } from "../../support/browser/public-pages";
import { uniqueEmail } from "../../support/browser/purchase";

const annual = (page: Page) => page.getByRole("article", { name: "Annual" });
const monthly = (page: Page) => page.getByRole("article", { name: "Monthly" });
const overlay = (page: Page) => page.frameLocator('iframe[title="Paddle Checkout"]');

type Reported = { name: string; url: string; props?: unknown };

async function collectEvents(page: Page): Promise<Reported[]> {
  const events: Reported[] = [];
  await page.route("**/api/event", async (route) => {
    events.push(route.request().postDataJSON());
    await route.fulfill({ status: 202 });
  });
  return events;
}

/** Opens the page and waits for Paddle's script. */
async function openPricing(page: Page): Promise<void> {
  await page.goto("/pricing");
  await expect.poll(() => page.evaluate(() => window.Paddle?.Initialized === true)).toBe(true);
}

test("shows two plans, the way home, and the footer", async ({ page }) => {
  const response = await page.goto("/pricing");
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle("Pricing | Threeline");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "One briefing. Two ways to pay.",
  );
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "No surprises" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  expect(await linksOf(page.getByRole("navigation", { name: "Footer" }))).toEqual([
    ["Pricing", "/pricing"],
    ["Sign In", "/account"],
    ["Sign Up", "/pricing"],
    ["Privacy", "/privacy"],
    ["Terms", "/terms"],
  ]);
});

for (const plan of [
  { card: annual, name: "annual", value: 60, price: "pri_01sandbox0000000000000year" },
  { card: monthly, name: "monthly", value: 6, price: "pri_01sandbox000000000000month" },
]) {
  test(`the ${plan.name} card opens the checkout and pays`, async ({ page, baseURL }) => {
    const events = await collectEvents(page);
    await openPricing(page);
    await page.evaluate(() => {
      const checkout = window.Paddle?.Checkout;
      if (!checkout) throw new Error("Paddle.js isn't loaded");
      const open = checkout.open.bind(checkout);
      checkout.open = (options) => {
        document.documentElement.dataset["opened"] = JSON.stringify(options);
        open(options);
      };
    });

    await test.step("a click anywhere on the card counts", async () => {
      await plan.card(page).getByText("Cancel anytime").click({ force: true });
      await expect(overlay(page).getByRole("heading", { name: "Checkout" })).toBeVisible();
    });

    await test.step("the checkout has the right options", async () => {
      const options: unknown = JSON.parse(
        (await page.locator("html").getAttribute("data-opened")) ?? "null",
      );
      expect(options).toEqual({
        items: [{ priceId: plan.price, quantity: 1 }],
        customData: { uid: expect.stringMatching(/^uid_[0-9a-f]{32}$/) },
        settings: {
          displayMode: "overlay",
          theme: "light",
          locale: "en",
          successUrl: expect.stringMatching(
            new RegExp(`^${baseURL}/onboarding\\?uid=uid_[0-9a-f]{32}$`),
          ),
        },
      });
    });

    await test.step("a declined card, then a good one", async () => {
      const frame = overlay(page);
      await frame.getByLabel("Email address").fill(uniqueEmail());
      await frame.getByLabel("Name on card").fill("Alex Sample");
      await frame.getByLabel("Card number").fill("4000 0000 0000 0002");
      await frame.getByLabel("Expiration date").fill("12/40");
      await frame.getByLabel("Security code").fill("123");
      await frame.getByRole("button", { name: "Start free trial" }).click();
      await expect(frame.getByRole("alert")).toHaveText(
        "Your card was declined. Please try another one.",
      );
      await frame.getByLabel("Card number").fill("4242 4242 4242 4242");
      await frame.getByRole("button", { name: "Start free trial" }).click();
      await expect(page).toHaveURL(/\/onboarding\?uid=uid_[0-9a-f]{32}$/);
    });

    await test.step("analytics", async () => {
      await expect
        .poll(() => events.map(({ name }) => name))
        .toEqual(["pricing page viewed", "subscription started", "onboarding started"]);
      expect(events[1]?.props).toEqual({ plan: plan.name, value: plan.value });
      // The uid gives access to the onboarding record.
      expect(events.map(({ url }) => url).join(" ")).not.toContain("uid");
    });
  });
}

test("handles a closed checkout and 3-D Secure", async ({ page }) => {
  const events = await collectEvents(page);
  await openPricing(page);
  const button = monthly(page).getByRole("button", {
    name: "Start Free Trial with the monthly plan",
  });
  await button.focus();
  await page.keyboard.press("Enter");
  const frame = overlay(page);
  await frame.getByRole("button", { name: "Close checkout" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(button).not.toHaveAttribute("aria-busy");
  expect(events.map(({ name }) => name)).toEqual(["pricing page viewed"]);

  await button.click();
  await frame.getByLabel("Email address").fill(uniqueEmail());
  await frame.getByLabel("Name on card").fill("Alex Sample");
  await frame.getByLabel("Card number").fill("4000 0000 0000 3155");
  await frame.getByLabel("Expiration date").fill("12/40");
  await frame.getByLabel("Security code").fill("123");
  await frame.getByRole("button", { name: "Start free trial" }).click();
  await frame.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page).toHaveURL(/\/onboarding\?uid=uid_/);
});

test("shows a busy button while the checkout opens, and opens only one", async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/paddle/checkout?**", async (route) => {
    await held;
    await route.continue();
  });
  await openPricing(page);
  const button = annual(page).getByRole("button");
  const widthBefore = (await button.boundingBox())?.width;
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expect(button).toContainText("Opening checkout");
  expect((await button.boundingBox())?.width).toBe(widthBefore);
  await monthly(page).getByRole("button").dispatchEvent("click");
  await expect(page.locator("iframe")).toHaveCount(1);
  release();
  await expect(button).not.toHaveAttribute("aria-busy");
});

test("says so if Paddle's script is blocked, logs it, and tries again", async ({ page }) => {
  await page.route("**/paddle/paddle.js", (route) => route.abort());
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto("/pricing");
  await expect
    .poll(() => errors)
    .toContainEqual(expect.stringContaining("Paddle.js failed to load."));
  await annual(page).getByRole("button").click();
  await expect
    .poll(() => errors)
    .toContainEqual(expect.stringContaining("The checkout isn't ready"));
  const alert = page.getByRole("alert").filter({ hasText: "The checkout couldn’t load." });
  await expect(alert).toContainText("You haven’t been charged.");
  await expect(alert.getByRole("link", { name: "Contact support" })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expectGoodAtAllWidths(page);
  await page.unroute("**/paddle/paddle.js");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(overlay(page).getByRole("heading", { name: "Checkout" })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("remembers a click while Paddle's script loads, and gives up after 8 seconds", async ({
  page,
}) => {
  let release: () => void = () => undefined;
  await page.route("**/paddle/paddle.js", async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await page.clock.install();
  await page.goto("/pricing");
  const button = annual(page).getByRole("button");
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.clock.fastForward(8_000);
  await expect(page.getByText("The checkout couldn’t load.")).toBeVisible();
  await expect(button).not.toHaveAttribute("aria-busy");
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  release();
  await expect(overlay(page).getByRole("heading", { name: "Checkout" })).toBeVisible();
});

test("loads the checkout when coming from the home page", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Start Free Trial" }).first().click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect.poll(() => page.evaluate(() => window.Paddle?.Initialized === true)).toBe(true);
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole("navigation", { name: "Main" }).getByText("Pricing").click();
  await expect.poll(() => page.evaluate(() => window.Paddle?.Initialized === true)).toBe(true);
});
