import { expect } from "playwright/test";
import {
  button,
  field,
  openContent,
  publishButton,
  row,
  tab,
  test,
  toast,
  writeSource,
} from "../../support/browser/content-screen";

function holdBack(): { held: Promise<void>; release: () => void } {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  return { held, release };
}

test("the list loads, fails, retries, pages, and searches", async ({ page }) => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    id: 1000 - index,
    slug: "q1",
    title: `Post ${1000 - index}`,
    shortDate: "05 MAR",
    fullDate: "March 5, 2025",
    readTime: 3,
    preview: "x".repeat(120),
    createdAt: "2025-03-05T06:00:00.000Z",
    updatedAt: null,
    isScheduled: index === 0,
  }));
  let answer: "hold" | "empty" | "fail" | "rows" = "hold";
  const { held, release } = holdBack();
  await page.route("**/api/posts?*", async (route) => {
    if (answer === "hold") await held;
    if (answer === "fail") return route.fulfill({ status: 500, json: { message: "No." } });
    const { searchParams } = new URL(route.request().url());
    const before = Number(searchParams.get("before") ?? 1001);
    const matching = rows
      .filter(({ title }) => title.includes(searchParams.get("q") ?? ""))
      .filter(() => answer === "rows");
    return route.fulfill({
      json: matching.filter(({ id }) => id < before).slice(0, Number(searchParams.get("limit"))),
      headers: { "x-total-count": String(matching.length) },
    });
  });
  await openContent(page);
  await tab(page, "Manage Posts").click();
  await expect(page.getByRole("status").filter({ hasText: "Loading posts" })).toBeVisible();
  answer = "empty";
  release();
  await expect(page.getByText("No posts found")).toBeVisible();
  await button(page, "Create Your First Post").click();
  await expect(tab(page, "Create Post")).toHaveAttribute("aria-selected", "true");

  answer = "fail";
  await page.reload();
  await tab(page, "Manage Posts").click();
  await expect(page.getByText("Failed to load content")).toBeVisible();
  answer = "rows";
  await button(page, "Try again").click();
  const list = page.getByRole("list", { name: "Posts" }).getByRole("listitem");
  await expect(list).toHaveCount(30);
  await expect(page.getByText("1,000 posts")).toBeVisible();
  await expect(list.first()).toContainText("Scheduled for March 5, 2025");
  await expect(list.first()).toContainText("x".repeat(120));
  await button(page, "Load more").click();
  await expect(list).toHaveCount(60);
  await page.getByLabel("Search posts").fill("Post 77");
  await expect(page.getByText("11 posts")).toBeVisible();
  await expect(list).toHaveCount(11);
  await page.getByLabel("Search posts").fill("no such post");
  await expect(page.getByText("No posts found")).toBeVisible();
  await expect(page.getByText("No posts match “no such post”.")).toBeVisible();
  await button(page, "Show all posts").click();
  await expect(list).toHaveCount(60);
});

test("a deleted post can be restored with Undo", async ({ page, createPost }) => {
  await createPost({ slug: "m9", title: "Deleted by mistake" });
  await openContent(page);
  await tab(page, "Manage Posts").click();
  await button(page, "Delete Deleted by mistake").click();
  await expect(toast(page)).toContainText("Success");
  await expect(toast(page)).toContainText("Post deleted successfully");
  // It stays while the pointer is on it.
  await toast(page).hover();
  await expect(row(page, "Deleted by mistake")).toBeHidden();
  expect((await page.request.get("/r/m9")).status()).toBe(404);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Deleted by mistake")).toBeVisible();
  expect((await page.request.get("/r/m9")).status()).toBe(200);
});

test("a second post can be deleted before the list has been fetched again", async ({
  page,
  createPost,
}) => {
  await createPost({ slug: "w8", title: "Deleted first" });
  await createPost({ slug: "w9", title: "Deleted second" });
  await openContent(page);
  await tab(page, "Manage Posts").click();
  await expect(row(page, "Deleted second")).toBeVisible();
  const { held, release } = holdBack();
  await page.route("**/api/posts?*", async (route) => {
    await held;
    await route.continue();
  });
  for (const title of ["Deleted first", "Deleted second"]) {
    const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
    await button(page, `Delete ${title}`).click();
    expect((await deleted).status()).toBe(200);
  }
  release();
  await expect(row(page, "Deleted first")).toBeHidden();
  await expect(row(page, "Deleted second")).toBeHidden();
});

test("the list keeps its scroll position and moves focus to the next row after a delete", async ({
  page,
  createPost,
}) => {
  const date = { shortDate: "01 DEC", fullDate: "December 1, 2031" };
  await createPost({ slug: "n9", title: "Deleted by the keyboard", ...date });
  await openContent(page);
  await tab(page, "Manage Posts").click();
  const rows = page.getByRole("list", { name: "Posts" }).getByRole("listitem");
  await rows.nth(8).getByRole("button", { name: /^Edit/ }).click();
  await expect(button(page, "Update Post")).toBeVisible();
  await expect(field(page, "Title")).toBeInViewport();
  await button(page, "Cancel").click();
  await tab(page, "Manage Posts").click();
  await expect(rows.nth(8)).toBeInViewport();

  const next = rows
    .filter({ hasText: "Deleted by the keyboard" })
    .locator("xpath=following::li[1]");
  const title = await next.getByRole("heading").innerText();
  await button(page, "Delete Deleted by the keyboard").press("Enter");
  await expect(row(page, "Deleted by the keyboard")).toBeHidden();
  await expect(
    rows.filter({ has: page.getByRole("heading", { name: title, exact: true }) }),
  ).toBeFocused();
});

test("a new post is for the next free weekday, and the list shows each state", async ({
  page,
  slugs,
}) => {
  await openContent(page);
  const date = field(page, "Post date");

  await test.step("the form says what its button does", async () => {
    await expect(publishButton(page)).toHaveText(/^Schedule for /);
    const [month = 0, day = 0, year = 0] = (await date.inputValue()).split("/").map(Number);
    expect([1, 2, 3, 4, 5]).toContain(new Date(year, month - 1, day).getDay());
    await expect(page.getByRole("heading", { name: "Before sending" })).toBeHidden();
  });

  const first = await date.inputValue();
  await test.step("content is previewed before there is a title", async () => {
    await writeSource(page, "Good morning.\n\n## Rates");
    await button(page, "Preview").click();
    await expect(page.getByRole("article").first()).toContainText("Untitled");
    await expect(page.getByRole("article").first()).toContainText("Good morning.");
  });

  await test.step("a draft takes its day", async () => {
    slugs.push("p8");
    await field(page, "Title").fill("Waiting draft");
    await field(page, "Slug").fill("p8");
    await field(page, "Email subject").fill("A subject of the email");
    await button(page, "Save Draft").click();
    await expect(toast(page)).toContainText("Draft saved");
    await expect(field(page, "Email subject")).toHaveValue("A subject of the email");
    await button(page, "Cancel").click();
    await expect(date).not.toHaveValue(first);
    await expect(field(page, "Email subject")).toHaveValue("");
  });

  await test.step("a post of the past is published right away", async () => {
    slugs.push("p9");
    await field(page, "Title").fill("Older post");
    await field(page, "Slug").fill("p9");
    await date.fill("03/05/2025");
    await writeSource(page, "Text.");
    await expect(publishButton(page)).toHaveText("Publish now");
    await publishButton(page).click();
    await expect(toast(page)).toContainText("Post created successfully");
  });

  await tab(page, "Manage Posts").click();
  for (const [state, shown, hidden] of [
    ["Drafts", "Waiting draft", "Older post"],
    ["Published", "Older post", "Waiting draft"],
  ] as const) {
    await button(page, state).click();
    await expect(row(page, shown)).toBeVisible();
    await expect(row(page, hidden)).toBeHidden();
  }
});
