import { AxeBuilder } from "@axe-core/playwright";
import { expect, type APIRequestContext, type Locator, type Page } from "playwright/test";
import { z } from "zod";

const postsSchema = z.array(
  z.object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    shortDate: z.string(),
    fullDate: z.string(),
    readTime: z.int(),
  }),
);

/** The public posts, newest first. */
export async function listPosts(request: APIRequestContext) {
  return postsSchema.parse(await (await request.get("/api/posts")).json());
}

/** Logs the test's administrator in; the request context keeps the cookie. */
export async function logInAdmin(request: APIRequestContext): Promise<void> {
  const response = await request.post("/api/admin/login", {
    data: {
      username: "admin",
      password: process.env["E2E_ADMIN_PASSWORD"] ?? "a-password-for-tests",
    },
  });
  expect(response.status()).toBe(200);
}

/** The labels and addresses of the links in a region, in their order. */
export async function linksOf(region: Locator): Promise<[string, string][]> {
  return region
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link): [string, string] => [
        link.textContent?.trim() ?? "",
        link.getAttribute("href") ?? "",
      ]),
    );
}

/** Waits for what is fading or sliding in; what turns forever is not waited for. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // What was put in just now begins to move with the frame after.
    await nextFrame();
    await nextFrame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** What axe finds wrong with a page once nothing moves in it, as `rule: element` lines. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await animationsEnd(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
  );
}

/** By how many pixels a page is wider than its window. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
