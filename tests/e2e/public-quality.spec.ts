import { expect, test } from "playwright/test";
import { accessibilityProblems, listPosts, sidewaysScroll } from "@/tests/support/public-pages";

const addresses = [
  "/",
  "/read",
  "/r/aa-newest",
  "/r/zz",
  "/about",
  "/privacy",
  "/terms",
  "/refund",
  "/contact",
  "/no-such-page",
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });
      for (const address of addresses) {
        test(`axe finds nothing on ${address}`, async ({ page, request }) => {
          const newest = (await listPosts(request))[0]?.slug ?? "";
          await page.goto(address.replace("aa-newest", newest));
          await page.evaluate(() => document.fonts.ready);
          expect(await accessibilityProblems(page)).toEqual([]);
        });
      }
    });
  }
}

test.describe("320 px", () => {
  test.use({ viewport: { width: 320, height: 700 } });
  for (const address of addresses) {
    test(`${address} does not scroll sideways`, async ({ page, request }) => {
      const newest = (await listPosts(request))[0]?.slug ?? "";
      await page.goto(address.replace("aa-newest", newest));
      await page.evaluate(() => document.fonts.ready);
      expect(await sidewaysScroll(page)).toBe(0);
    });
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("everything can be read, followed and opened", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const faq = page.getByRole("region", { name: "Questions, answered briefly" });
    await faq.getByText("Do I need an app?").click();
    await expect(faq.getByText("There is nothing to install")).toBeVisible();
    const readers = page.getByRole("region", { name: "What readers say" });
    await readers.getByText("Read all 14").click();
    await expect(readers.getByRole("listitem")).toHaveCount(14);
    await page.getByRole("link", { name: "All briefings" }).click();
    await expect(page).toHaveURL(/\/read$/);
    const first = page.getByRole("region", { name: "Briefings" }).getByRole("link").first();
    const title = (await first.textContent()) ?? "";
    await first.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("article").getByRole("paragraph").nth(1)).toBeVisible();
    await page.goto("/no-such-page");
    await expect(page.getByRole("button", { name: "Go Back" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Go Home" })).toBeVisible();
  });
});

test("the keyboard reaches the content first", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Start Free Trial" }).first()).toBeFocused();
});

test("a question opens by the keyboard", async ({ page }) => {
  await page.goto("/");
  const summary = page.locator("summary", { hasText: "Is my email safe?" });
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("It is used to deliver the briefing")).toBeVisible();
});
