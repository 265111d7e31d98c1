import { expect, test, type Page } from "playwright/test";
import { analyticsMetaName } from "@/lib/client/analytics";
import { accessibilityProblems, listPosts } from "../../support/browser/public-pages";

for (const path of ["/about", "/privacy", "/privacy/cookies", "/terms", "/refund", "/contact"]) {
  test(`${path} is served with its canonical URL`, async ({ request }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    expect(await response.text()).toMatch(
      new RegExp(`<link rel="canonical" href="http[^"]*${path}"/>`),
    );
  });
}

test("the contact form posts to the form service in a new tab", async ({ page, context }) => {
  await page.goto("/contact");
  await page.getByLabel("Full Name").fill("Alex Sample");
  await page.getByLabel("Email Address").fill("alex@sample.example");
  await page.getByLabel("Your Message").fill("A question.");
  const opened = context.waitForEvent("page");
  const sent = context.waitForEvent("request", (request) => request.method() === "POST");
  await page.getByRole("button", { name: "Submit Form" }).click();
  expect(Object.fromEntries(new URLSearchParams((await sent).postData() ?? ""))).toEqual({
    name: "Alex Sample",
    email: "alex@sample.example",
    message: "A question.",
  });
  await (await opened).waitForURL(/\/forms$/);
  await expect(page).toHaveURL(/\/contact$/);
});

test("pages that are Next's own answer 404", async ({ request }) => {
  for (const path of ["/_global-error", "/_not-found", "/_error"]) {
    expect([path, (await request.get(path)).status()]).toEqual([path, 404]);
  }
});

test("an unknown path answers 404, and Go Back returns to the previous page", async ({ page }) => {
  await page.goto("/about");
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/about$/);
});

test.describe("a page whose script fails", () => {
  const breakScript = (page: Page) =>
    page.addInitScript((selector) => {
      const find = document.querySelector.bind(document);
      document.querySelector = (selectors: string) => {
        if (selectors === selector) throw new Error("Broken for the test.");
        return find(selectors);
      };
      addEventListener("mended", () => (document.querySelector = find));
    }, `meta[name="${analyticsMetaName}"]`);

  test("says so, can be retried, and links home", async ({ page }) => {
    await breakScript(page);
    await page.goto("/");
    const alert = page.getByRole("alert").filter({ hasText: "Something went wrong" });
    await expect(alert).toContainText("The problem is on our end. Please try again in a moment.");
    expect(await accessibilityProblems(page)).toEqual([]);
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toBeVisible();
    await expect(alert.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
    await page.evaluate(() => dispatchEvent(new Event("mended")));
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(alert).toBeHidden();
    await expect(page.getByRole("region", { name: "What readers say" })).toBeVisible();
  });

  test("shows Post Not Found in place of an article", async ({ page, request }) => {
    await breakScript(page);
    await page.goto(`/r/${(await listPosts(request))[0]?.slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Post Not Found");
    await expect(page.getByRole("link", { name: "Back to Home" })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

test("the site's fonts apply without the root layout's class", async ({ page }) => {
  await page.goto("/about");
  const families = await page.evaluate(() => {
    document.documentElement.className = "";
    return [...document.querySelectorAll("h1, body")].map(
      (element) => getComputedStyle(element).fontFamily.split(",")[0],
    );
  });
  expect(families).toEqual(["inter", "newsreader"]);
});
