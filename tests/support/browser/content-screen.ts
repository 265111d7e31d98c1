import { expect, test as base, type APIRequestContext, type Page } from "playwright/test";
import { logInAdmin } from "./public-pages";

export const hostileText = `"'<script>alert(1)</script> & \\ %00 ‮ 日本 👩‍👩‍👧 {{x}} \${y} -- ;`;

export const march5 = {
  slug: "m1",
  title: "Rates hold at 4.5%, and the ten-year does not care",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: "Good morning.\n\n## Rates\n\nThe **Fed** held at [4.5%](https://fed.example/).",
  readTime: 2,
};

type PostFixtures = {
  /** Slugs of posts to delete after the test. */
  slugs: string[];
  /** Creates a post through the API and deletes it after the test. */
  createPost: (part?: Partial<typeof march5>) => Promise<{ id: number; slug: string }>;
};

/** Tests that start logged in as an administrator. */
export const test = base.extend<PostFixtures>({
  slugs: [
    async ({ page }, use) => {
      const slugs: string[] = [];
      await logInAdmin(page.request);
      await use(slugs);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await logInAdmin(page.request);
      for (const slug of slugs) {
        const found = await page.request.get(`/api/r/${slug}`);
        if (found.ok()) await page.request.delete(`/api/posts/${(await found.json()).id}`);
      }
    },
    { auto: true },
  ],
  createPost: async ({ page, slugs }, use) => {
    await use(async (part = {}) => {
      const response = await page.request.post("/api/posts", { data: { ...march5, ...part } });
      expect(response.status()).toBe(201);
      const post: { id: number; slug: string } = await response.json();
      slugs.push(post.slug);
      return post;
    });
  },
});

export async function readPost(request: APIRequestContext, slug: string) {
  const response = await request.get(`/api/r/${slug}`);
  expect(response.status()).toBe(200);
  const post: typeof march5 & { id: number } = await response.json();
  return post;
}

/** The toast in front; an earlier one may still be fading out behind it. */
export const toast = (page: Page) => page.locator('[data-sonner-toast][data-front="true"]');
export const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
export const visual = (page: Page) => page.getByRole("textbox", { name: "Content", exact: true });
export const source = (page: Page) => page.getByRole("textbox", { name: "Markdown source" });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** Publishes the open post, or schedules it. */
export const publishButton = (page: Page) =>
  page.getByRole("button", { name: /^(?:Publish now|Schedule for [A-Z][a-z]{2} \d+)$/ });
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const row = (page: Page, title: string) =>
  page.getByRole("list", { name: "Posts" }).getByRole("listitem").filter({ hasText: title });

export async function openContent(page: Page): Promise<void> {
  await page.goto("/content-management");
  await expect(visual(page).or(source(page))).toBeVisible();
}

export async function writeSource(page: Page, content: string): Promise<void> {
  await button(page, "Source").click();
  await source(page).fill(content);
}

export async function editPost(page: Page, title: string): Promise<void> {
  await tab(page, "Manage Posts").click();
  await button(page, `Edit ${title}`).click();
  await expect(tab(page, "Edit Post")).toHaveAttribute("aria-selected", "true");
  await expect(field(page, "Title")).toHaveValue(title);
}
