import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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

/** The password of the administrator of the test's service. */
export const adminPassword = process.env["E2E_ADMIN_PASSWORD"] ?? "a-password-for-tests";

/** Logs in the administrator; the request context stores the cookie. */
export async function logInAdmin(request: APIRequestContext): Promise<void> {
  const response = await request.post("/api/admin/login", {
    data: { username: "admin", password: adminPassword },
  });
  expect(response.status()).toBe(200);
}

/** The text and href of the links in a region, in order. */
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

/** Waits for the end of all animations except endless ones, for five seconds at most. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const tooLong = new Promise((over) => setTimeout(over, 5_000));
    const nextFrame = () =>
      Promise.race([tooLong, new Promise((drawn) => requestAnimationFrame(drawn))]);
    // New elements start to animate one frame later.
    await nextFrame();
    await nextFrame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.race([tooLong, Promise.allSettled(ending.map(({ finished }) => finished))]);
  });
}

/** Invalid HTML that axe doesn't look for. */
const invalid = ["button p", "option:empty:not([label])"];

/** The axe that AxeBuilder uses, minified: less than half of what that sends to the browser. */
const axeSource = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

type Options = Parameters<AxeBuilder["options"]>[0];
type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>;

declare global {
  interface Window {
    axe?: { run(context: Document, options: Options): Promise<Results> };
  }
}

const contrast = "color-contrast";

/**
 * What axe finds once nothing moves, and invalid HTML, as `rule: element` lines.
 *
 * @param looksAtColors false where other looks do: they are more than half of the work
 */
export async function accessibilityProblems(page: Page, looksAtColors = true): Promise<string[]> {
  const problems = await findProblems(page, looksAtColors);
  // A toast may have begun to fade while axe was looking at it.
  return problems.length > 0 ? findProblems(page, looksAtColors) : problems;
}

async function findProblems(page: Page, looksAtColors: boolean): Promise<string[]> {
  await waitForAnimations(page);
  // After a click on a link, Next sets the title a moment after the page.
  await expect(page).toHaveTitle(/./);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const violations = await runAxe(page, {
    resultTypes: ["violations"],
    // Its default also copies all style sheets, for a rule that isn't on.
    preload: { assets: ["media"] },
    // The themes differ in colors alone, and a screen that is looked at in one is in the other, too.
    ...(isDark && { runOnly: [contrast] }),
    ...(!looksAtColors && { rules: { [contrast]: { enabled: false } } }),
  });
  const counts = await Promise.all(invalid.map((selector) => page.locator(selector).count()));
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(" ")}`),
    ),
    ...invalid.filter((_, index) => counts[index] !== 0).map((selector) => `invalid: ${selector}`),
  ];
}

async function runAxe(page: Page, options: Options): Promise<Results["violations"]> {
  if (page.frames().length > 1) {
    const results = await new AxeBuilder({ page, axeSource }).options(options).analyze();
    return results.violations;
  }
  // Once for all looks at a document: AxeBuilder would load axe twice for each.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeSource);
  return page.evaluate(async (given) => {
    const results = await window.axe?.run(document, given);
    if (!results) throw new Error("axe isn't loaded.");
    return results.violations;
  }, options);
}

/** By how many pixels a page is wider than its window. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}
