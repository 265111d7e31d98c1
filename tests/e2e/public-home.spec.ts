import { expect, test } from "playwright/test";
import { questions } from "@/components/marketing/content/questions";
import { initialsOf, testimonials } from "@/components/marketing/content/testimonials";
import { linksOf, listPosts } from "@/tests/support/public-pages";

test("the home page says what the product is and leads on", async ({ page, request }) => {
  const posts = await listPosts(request);
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle("Threeline: the morning’s finance news, in three lines");

  await test.step("header and footer", async () => {
    expect(await linksOf(page.getByRole("navigation", { name: "Main" }))).toEqual([
      ["Pricing", "/pricing"],
      ["Account", "/account"],
    ]);
    expect(await linksOf(page.getByRole("navigation", { name: "Footer" }))).toEqual([
      ["Pricing", "/pricing"],
      ["Sign In", "/account"],
      ["Sign Up", "/pricing"],
      ["Privacy", "/privacy"],
      ["Terms", "/terms"],
    ]);
  });

  await test.step("hero", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "The morning’s finance news, in three lines.",
    );
    const start = page.getByRole("link", { name: "Start Free Trial" }).first();
    await expect(start).toHaveAttribute("href", "/pricing");
    await page.getByRole("link", { name: "Learn More" }).click();
    await expect(page.getByRole("heading", { name: "What readers say" })).toBeInViewport();
  });

  await test.step("the latest briefing on a phone", async () => {
    const phone = page.getByRole("figure", { name: /^A phone at 8:00 showing the briefing for / });
    await expect(phone.getByText(`/r/${posts[0]?.slug}`)).toBeVisible();
    await expect(phone.getByText("Mail")).toBeVisible();
  });

  await test.step("the latest posts", async () => {
    const latest = page.getByRole("region", { name: "Latest briefings" });
    await expect(latest.getByRole("listitem")).toHaveCount(Math.min(posts.length, 5));
    const first = latest.getByRole("listitem").first();
    await expect(first.getByRole("link")).toHaveAttribute("href", `/r/${posts[0]?.slug}`);
    await expect(first).toContainText(posts[0]?.shortDate ?? "");
    await expect(first).toContainText(/\d min read/);
  });

  await test.step("values and how it works", async () => {
    await expect(page.getByRole("heading", { name: "What you can count on" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "How It Works" })).toBeVisible();
    const zones = page.getByRole("figure").filter({ hasText: "8:00 means 8:00 where you are" });
    for (const zone of ["London", "Eastern", "Central", "Mountain", "Pacific"]) {
      await expect(zones).toContainText(zone);
    }
  });
});

test("14 testimonials, 6 of them at first", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/");
  const section = page.getByRole("region", { name: "What readers say" });
  const sayings = section.getByRole("listitem");
  await expect(sayings).toHaveCount(6);
  await expect(sayings.first()).toContainText("Alex Sample");
  await expect(sayings.first()).toContainText("Equity research analyst");
  await expect(sayings.first()).toContainText("AS");
  await expect(sayings.first()).toContainText("Rated 5 out of 5");
  await section.getByText("Read all 14").click();
  await expect(sayings).toHaveCount(14);
  for (const [index, { name, title, content }] of testimonials.entries()) {
    for (const part of [name, title, content, initialsOf(name), "Rated 5 out of 5"]) {
      await expect(sayings.nth(index)).toContainText(part);
    }
  }
  await section.getByText("Show fewer").click();
  await expect(sayings).toHaveCount(6);
});

test("3 testimonials at first on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/");
  const section = page.getByRole("region", { name: "What readers say" });
  await expect(section.getByRole("listitem")).toHaveCount(3);
  await section.getByText("Read all 14").click();
  await expect(section.getByRole("listitem")).toHaveCount(14);
});

test("six questions, one open at a time", async ({ page }) => {
  await page.goto("/");
  const faq = page.getByRole("region", { name: "Questions, answered" });
  await expect(faq.locator("summary")).toHaveText([
    "How much does it cost?",
    "Do I need an app?",
    "Will you spam me?",
    "Can I cancel anytime?",
    "Is my email safe?",
    "Why isn’t it free?",
  ]);
  await expect(faq.locator("details[open]")).toHaveCount(1);
  await expect(faq.getByText("$5 a month, or $40 a year")).toBeVisible();
  for (const { question, answer } of questions.slice(1)) {
    await faq.getByText(question, { exact: true }).click();
    await expect(faq.locator("details[open]")).toHaveCount(1);
    await expect(faq.getByText(answer, { exact: true })).toBeVisible();
  }
  await expect(faq.getByText("$5 a month, or $40 a year")).toBeHidden();
});

test("the hero reports its variant and its button, without cookies", async ({ page, context }) => {
  const events: { name: string; props?: unknown }[] = [];
  await page.route("**/api/event", async (route) => {
    events.push(route.request().postDataJSON());
    expect(route.request().headers()["cookie"]).toBeUndefined();
    await route.fulfill({ status: 202 });
  });
  await page.goto("/");
  await expect.poll(() => events.map(({ name }) => name)).toEqual(["hero variant shown"]);
  expect(events[0]).toMatchObject({ props: { variant: "A" }, domain: "localhost" });
  await page.getByRole("link", { name: "Start Free Trial" }).first().click();
  await expect
    .poll(() => events.map(({ name }) => name))
    .toEqual(["hero variant shown", "hero CTA clicked"]);
  expect(await context.cookies()).toEqual([]);
});

test("who asks not to be tracked is not", async ({ browser, baseURL }) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  await context.addInitScript(() =>
    Object.defineProperty(navigator, "doNotTrack", { value: "1", configurable: true }),
  );
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/", { waitUntil: "load" });
  await page.getByRole("link", { name: "Learn More" }).click();
  await page.goto("/about", { waitUntil: "load" });
  expect(asked.filter((url) => url.endsWith("/api/event"))).toEqual([]);
  await context.close();
});
