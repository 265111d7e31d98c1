import { expect, test, type Page } from "playwright/test";
import { analyticsMetaName } from "@/lib/client/analytics";
import { accessibilityProblems, linksOf, listPosts } from "@/tests/support/public-pages";

for (const address of ["/about", "/privacy", "/terms", "/refund", "/contact"]) {
  test(`${address} has the shared header and footer`, async ({ page }) => {
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    expect(await linksOf(page.getByRole("navigation", { name: "Main" }))).toEqual([
      ["Home", "/"],
      ["About", "/about"],
      ["Read", "/read"],
      ["Account", "/account"],
    ]);
    expect(await linksOf(page.getByRole("navigation", { name: "Footer" }))).toEqual([
      ["Sign up", "/pricing"],
      ["Privacy Policy", "/privacy"],
      ["Terms Of Service", "/terms"],
      ["Refund Policy", "/refund"],
      ["Contact", "/contact"],
    ]);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      new RegExp(`${address}$`),
    );
  });
}

test("About", async ({ page }) => {
  await page.goto("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Time is money. We'll save you both.",
  );
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Why Threeline",
    "What You Get",
    "Who It's For",
    "Why Text",
  ]);
  await expect(page.getByText("texted by 8:45am")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Sign up" })).toHaveAttribute(
    "href",
    "/pricing",
  );
});

test("the written policies", async ({ page }) => {
  await page.goto("/privacy");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  await expect(page.getByRole("main")).toContainText("We do not sell or share your data");
  await page.goto("/terms");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms of Service");
  await expect(page.getByRole("main")).toContainText("7-day free trial");
  await expect(page.getByRole("main")).toContainText("$5 a month");
  await expect(page.getByRole("main")).toContainText("$40 a year");
});

test("the refund policy", async ({ page }) => {
  await page.goto("/refund");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Refund Policy");
  const main = page.getByRole("main");
  for (const sentence of [
    "Last updated April 07, 2025",
    "Every subscription starts with a 7-day free trial. Cancel during the trial and you won’t be charged.",
    "You can cancel anytime. Your account stays active until the end of the billing cycle",
    "You must request a refund within 30 days of the start of your subscription.",
    "at our sole discretion, case by case",
    "persistent technical issues",
    "a billing error on our part",
    "misrepresentation of features",
    "technical issues that our support team couldn’t resolve",
    "We may ask for proof",
    "your account information",
    "your subscription details",
    "the reason for your request",
    "email you to say whether it’s approved or rejected",
    "An approved refund goes to your original payment method.",
    "Changes take effect immediately when they’re posted",
  ]) {
    await expect(main).toContainText(sentence);
  }
  await expect(main.getByRole("link", { name: "contact page" })).toHaveAttribute(
    "href",
    "/contact",
  );
});

test("the contact form goes to the form service in a new tab", async ({ page, context }) => {
  await page.goto("/contact");
  const form = page.locator("form");
  await expect(form).toHaveAttribute("method", "POST");
  await expect(form).toHaveAttribute("target", "_blank");
  await expect(form).toHaveAttribute("action", /\/forms$/);
  const message = page.getByLabel("Your Message");
  await expect(message).toHaveAttribute("rows", "8");
  for (const [label, name] of [
    ["Full Name", "name"],
    ["Email Address", "email"],
    ["Your Message", "message"],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute("name", name);
    await expect(page.getByLabel(label)).toHaveAttribute("required", "");
  }
  await expect(page.getByLabel("Email Address")).toHaveAttribute("type", "email");
  await page.getByLabel("Full Name").fill("Alex Sample");
  await page.getByLabel("Email Address").fill("alex@sample.example");
  await message.fill("A question.");
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

test("an unknown address", async ({ page }) => {
  await page.goto("/about");
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Page Not Found", exact: true })).toBeVisible();
  await expect(
    page.getByText(
      "Looks like this page went off the charts! The page you're looking for doesn't exist or has been moved.",
      { exact: true },
    ),
  ).toBeVisible();
  await expect(
    page.getByText("Need help? Here are some quick links:", { exact: true }),
  ).toBeVisible();
  expect(await linksOf(page.getByRole("list"))).toEqual([
    ["Home", "/"],
    ["Pricing", "/pricing"],
  ]);
  await expect(
    page.getByText("Error Code: 404 • Threeline Financial News", { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/about$/);
});

test.describe("a page whose script breaks", () => {
  const breakScript = (page: Page) =>
    page.addInitScript((selector) => {
      const find = document.querySelector.bind(document);
      document.querySelector = (selectors: string) => {
        if (selectors === selector) throw new Error("Broken for the test.");
        return find(selectors);
      };
      addEventListener("mended", () => (document.querySelector = find));
    }, `meta[name="${analyticsMetaName}"]`);

  test("says so, is tried again, and leads home", async ({ page }) => {
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

  test("says of an article that there is none", async ({ page, request }) => {
    await breakScript(page);
    await page.goto(`/r/${(await listPosts(request))[0]?.slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Post Not Found");
    await expect(page.getByRole("link", { name: "Back to Home" })).toBeVisible();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

test("the last resort has the fonts of the site, though not the class of its frame", async ({
  page,
}) => {
  await page.goto("/about");
  const families = await page.evaluate(() => {
    document.documentElement.className = "";
    return [...document.querySelectorAll("h1, body")].map(
      (element) => getComputedStyle(element).fontFamily.split(",")[0],
    );
  });
  expect(families).toEqual(["inter", "newsreader"]);
});
