import { expect, type Page } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { test } from "../../support/browser/own-address";

const longName = "a-very-long-name-that-someone-really-has-in-front-of-the-at-sign";

async function serveRecord(page: Page): Promise<void> {
  await page.route("**/api/onboarding/7", (route) =>
    route.fulfill({
      json: {
        data: {
          id: 7,
          email: `${longName}@sample.example`,
          timezone: "Europe/London",
          phoneNumber: "+447400123456",
          confirmationText: "sent",
          firstCharge: {
            price: {
              amount: 4_000,
              currency: "USD",
              interval: "year",
              isTaxAdded: false,
              isDiscounted: false,
            },
            at: "2026-11-27T12:00:00.000Z",
          },
        },
      },
    }),
  );
}

const screens = [
  { address: "/pricing", heading: "One briefing. Two ways to pay." },
  { address: "/onboarding?uid=uid_of_a_test", heading: "Where should we send it?" },
  { address: "/onboarding-success/7", heading: "Welcome to Threeline" },
  { address: "/onboarding-success/999999", heading: "Error" },
  { address: "/onboarding-2/7", heading: "Thanks for creating your account" },
  { address: "/onboarding-3/7", heading: "Check your phone" },
];

for (const { address, heading } of screens) {
  test(`${address} is accessible and doesn't scroll sideways`, async ({ page }) => {
    await serveRecord(page);
    await page.goto(address);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expectGoodAtAllWidths(page);
  });
}

test("forms with errors are accessible", async ({ page }) => {
  await serveRecord(page);
  await page.goto("/onboarding?uid=uid_of_a_test");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please select a timezone")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.goto("/onboarding-2/7");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("You must agree to receive SMS messages to continue")).toBeVisible();
  await expectGoodAtAllWidths(page);
});

test("each plan has one tab stop", async ({ page }) => {
  await page.goto("/pricing");
  const focusable = page.getByRole("article").locator("a, button, input, [tabindex]");
  await expect(focusable).toHaveCount(2);
  await page.getByRole("navigation", { name: "Main" }).getByText("Account").focus();
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("button", { name: "Start Free Trial with the annual plan" }),
  ).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("button", { name: "Start Free Trial with the monthly plan" }),
  ).toBeFocused();
});
