import { expect, test } from "playwright/test";
import { questions } from "@/components/marketing/content/questions";
import { listPosts } from "../../support/browser/public-pages";

test("the home page shows the latest briefing and the latest posts", async ({ page, request }) => {
  const posts = await listPosts(request);
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle("Threeline: the morning’s finance news, in three lines");

  await test.step("on a phone", async () => {
    const phone = page.getByRole("figure", { name: /^A phone at 8:00 showing the briefing for / });
    await expect(phone.getByText(`/r/${posts[0]?.slug}`)).toBeVisible();
    await expect(phone.getByText("Mail")).toBeVisible();
  });

  await test.step("as a list", async () => {
    const latest = page.getByRole("region", { name: "Latest briefings" });
    await expect(latest.getByRole("listitem")).toHaveCount(Math.min(posts.length, 5));
    const first = latest.getByRole("listitem").first();
    await expect(first.getByRole("link")).toHaveAttribute("href", `/r/${posts[0]?.slug}`);
    await expect(first).toContainText(posts[0]?.shortDate ?? "");
    await expect(first).toContainText(/\d min read/);
  });
});

test("Learn More scrolls to the testimonials", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Learn More" }).click();
  await expect(page.getByRole("heading", { name: "What readers say" })).toBeInViewport();
});

for (const { device, width, shownAtFirst } of [
  { device: "a desktop", width: 1280, shownAtFirst: 6 },
  { device: "a phone", width: 360, shownAtFirst: 3 },
]) {
  test(`${device} shows ${shownAtFirst} of 14 testimonials at first`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const section = page.getByRole("region", { name: "What readers say" });
    const shown = section.getByRole("listitem");
    await expect(shown).toHaveCount(shownAtFirst);
    await section.getByText("Read all 14").click();
    await expect(shown).toHaveCount(14);
    await section.getByText("Show fewer").click();
    await expect(shown).toHaveCount(shownAtFirst);
  });
}

test("one answer of the FAQ is open at a time", async ({ page }) => {
  await page.goto("/");
  const faq = page.getByRole("region", { name: "Questions, answered" });
  await expect(faq.locator("details[open]")).toHaveCount(1);
  await expect(faq.getByText("$5 a month, or $40 a year")).toBeVisible();
  for (const { question, answer } of questions.slice(1)) {
    await faq.getByText(question, { exact: true }).click();
    await expect(faq.locator("details[open]")).toHaveCount(1);
    await expect(faq.getByText(answer, { exact: true })).toBeVisible();
  }
  await expect(faq.getByText("$5 a month, or $40 a year")).toBeHidden();
});

test("the hero reports its variant and clicks on its button, without cookies", async ({
  page,
  context,
}) => {
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

test("a browser that asks not to be tracked isn't", async ({ browser, baseURL }) => {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  await context.addInitScript(() =>
    Object.defineProperty(navigator, "doNotTrack", { value: "1", configurable: true }),
  );
  const page = await context.newPage();
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto("/", { waitUntil: "load" });
  await page.getByRole("link", { name: "Learn More" }).click();
  await page.goto("/about", { waitUntil: "load" });
  expect(requested.filter((url) => url.endsWith("/api/event"))).toEqual([]);
  await context.close();
});
