import { expect, type Browser, type Page } from "playwright/test";
import {
  button,
  editPost,
  field,
  hostileText,
  openContent,
  publishButton,
  readPost,
  row,
  source,
  tab,
  test,
  toast,
  visual,
  writeSource,
} from "../../support/browser/content-screen";
import { accessibilityProblems, logInAdmin } from "../../support/browser/public-pages";

async function openSecondEditor(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await logInAdmin(page.request);
  return page;
}

function holdBack(): { held: Promise<void>; release: () => void } {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  return { held, release };
}

test("drafts survive a reload and are offered again", async ({ page, createPost }) => {
  await createPost({ slug: "m3", title: "Left half done" });
  await openContent(page);
  await field(page, "Title").fill(`New ${hostileText}`);
  await writeSource(page, "Half a text");
  await editPost(page, "Left half done");
  await field(page, "Title").fill("Left half done, again");
  await page.reload();

  await test.step("the draft of a new post", async () => {
    const notice = page.getByRole("region", { name: "We restored your draft" });
    await expect(notice).toBeVisible();
    await expect(field(page, "Title")).toHaveValue(`New ${hostileText}`);
    await expect(visual(page)).toHaveText("Half a text");
  });

  await test.step("the draft of an edited post", async () => {
    const drafts = page.getByRole("region", { name: "Unsaved drafts" });
    await expect(drafts).toContainText("“Left half done, again”");
    await drafts.getByRole("button", { name: "Continue" }).click();
    await expect(tab(page, "Edit Post")).toBeVisible();
    await expect(field(page, "Title")).toHaveValue("Left half done, again");
    await button(page, "Discard draft").click();
    await expect(field(page, "Title")).toHaveValue("Left half done");
    await button(page, "Cancel").click();
  });

  await test.step("a discarded draft stays discarded", async () => {
    await expect(field(page, "Title")).toHaveValue(`New ${hostileText}`);
    await button(page, "Discard draft").click();
    await expect(field(page, "Title")).toHaveValue("");
    await page.reload();
    await expect(visual(page)).toBeVisible();
    await expect(page.getByText("We restored your draft")).toBeHidden();
    await expect(field(page, "Title")).toHaveValue("");
  });
});

test("two tabs keep separate drafts of new posts and of the same post", async ({
  page,
  createPost,
}) => {
  await createPost({ slug: "o1", title: "Open in two tabs" });
  const second = await page.context().newPage();
  const drafts = page.getByRole("region", { name: "Unsaved drafts" });
  const continueDraft = (title: string) =>
    drafts
      .getByRole("listitem")
      .filter({ hasText: title })
      .getByRole("button", { name: "Continue" });

  await test.step("two new posts", async () => {
    await openContent(page);
    await openContent(second);
    await field(page, "Title").fill("New in the first tab");
    await field(second, "Title").fill("New in the second tab");
    await expect(drafts).toContainText("New post “New in the second tab”");
    await second.close();
    await page.reload();
    await expect(field(page, "Title")).toHaveValue("New in the first tab");
    await continueDraft("New in the second tab").click();
    await expect(field(page, "Title")).toHaveValue("New in the second tab");
    await expect(drafts).toContainText("New post “New in the first tab”");
    await continueDraft("New in the first tab").click();
    await expect(field(page, "Title")).toHaveValue("New in the first tab");
    await drafts.getByRole("button", { name: "Discard" }).click();
    await expect(drafts).toBeHidden();
  });

  await test.step("one post", async () => {
    const third = await page.context().newPage();
    await openContent(third);
    await editPost(page, "Open in two tabs");
    await editPost(third, "Open in two tabs");
    await field(page, "Title").fill("By the first tab");
    await field(third, "Title").fill("By the third tab");
    await third.close({ runBeforeUnload: true });
    await button(page, "Update Post").click();
    await expect(toast(page)).toContainText("Post updated successfully");
    await continueDraft("By the third tab").click();
    await expect(field(page, "Title")).toHaveValue("By the third tab");
    await button(page, "Update Post").click();
    await expect(toast(page)).toContainText("Someone saved this post while you were editing.");
    await button(page, "Cancel").click();
  });

  await test.step("the draft of a post that was deleted", async () => {
    await editPost(page, "By the first tab");
    await field(page, "Title").fill("Not lost with its post");
    await page.reload();
    await page.request.delete(`/api/posts/${(await readPost(page.request, "o1")).id}`);
    await continueDraft("Not lost with its post").click();
    await expect(toast(page)).toContainText(
      "This post was deleted while you were editing. Your text is now in a new post.",
    );
    await expect(tab(page, "Create Post")).toHaveAttribute("aria-selected", "true");
    await expect(field(page, "Title")).toHaveValue("Not lost with its post");
    await publishButton(page).click();
    await expect(toast(page)).toContainText("Post created successfully");
  });
});

test("two editors who save the same post lose neither version", async ({
  page,
  browser,
  createPost,
}) => {
  await createPost({ slug: "m4", title: "Two at once" });
  const second = await openSecondEditor(browser);
  await openContent(page);
  await editPost(page, "Two at once");
  await openContent(second);
  await editPost(second, "Two at once");
  await writeSource(second, "Theirs\n\nshared");
  await button(second, "Update Post").click();
  await expect(toast(second)).toContainText("Post updated successfully");

  await writeSource(page, "Mine\n\nshared");
  await button(page, "Update Post").click();
  await expect(toast(page)).toContainText(
    "Failed to update post: Someone saved this post while you were editing. Reload it to see their changes.",
  );
  const conflict = page.getByRole("alert").filter({ hasText: "admin saved it on" });
  await expect(conflict).toBeVisible();
  await expect(conflict.getByLabel("Theirs")).toHaveText("Theirsshared");
  await expect(conflict.getByLabel("Yours")).toHaveText("Mineshared");
  expect((await readPost(page.request, "m4")).content).toBe("Theirs\n\nshared");
  expect(await accessibilityProblems(page)).toEqual([]);

  await button(page, "Load theirs, set mine aside").click();
  await expect(visual(page)).toContainText("Theirs");
  const aside = page.getByRole("region", { name: "Your version" });
  await expect(aside.getByLabel("Yours")).toHaveText("Mineshared");
  await aside.getByRole("button", { name: "Switch back to mine" }).click();
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue("Mine\n\nshared");
  await button(page, "Update Post").click();
  await expect(toast(page)).toContainText("Post updated successfully");
  expect((await readPost(page.request, "m4")).content).toBe("Mine\n\nshared");

  await test.step("one deletes the post while the other edits it", async () => {
    await editPost(page, "Two at once");
    await writeSource(page, "Still mine");
    await tab(second, "Manage Posts").click();
    await button(second, "Delete Two at once").click();
    await expect(toast(second)).toContainText("Post deleted successfully");
    await button(page, "Update Post").click();
    await expect(toast(page)).toContainText("Failed to update post: Post not found");
    await page.getByRole("button", { name: "Turn it into a new post" }).click();
    await publishButton(page).click();
    await expect(toast(page)).toContainText("Post created successfully");
    expect((await readPost(page.request, "m4")).content).toBe("Still mine");
  });

  await test.step("a second new post with the same slug is refused", async () => {
    await tab(second, "Create Post").click();
    await field(second, "Title").fill("The same slug");
    await field(second, "Slug").fill("m4");
    await expect(second.locator("#post-slug-note")).toContainText("is already used by");
    await publishButton(second).click();
    const message = "The slug m4 is already used by “Two at once” (March 5, 2025).";
    await expect(toast(second)).toContainText(`Failed to create post: ${message}`);
    await expect(second.locator("#post-slug-note")).toHaveText(message);
    await expect(field(second, "Title")).toHaveValue("The same slug");
  });
  await second.context().close();
});

test("a session that ends while an editor types loses nothing", async ({ page, slugs }) => {
  slugs.push("m5");
  await openContent(page);
  await field(page, "Title").fill("Written through the end of a session");
  await field(page, "Slug").fill("m5");
  await writeSource(page, "Unsaved text");
  await page.context().clearCookies();
  await publishButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Please log in again" });
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(toast(page)).toContainText("Failed to create post: Please log in to continue.");
  await expect(source(page)).toHaveValue("Unsaved text");
  await publishButton(page).click();
  await dialog.getByLabel("Username").fill("admin");
  await dialog
    .getByLabel("Password")
    .fill(process.env["E2E_ADMIN_PASSWORD"] ?? "a-password-for-tests");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Post created successfully");
  expect((await readPost(page.request, "m5")).content).toBe("Unsaved text");
});

test("slow, failed, and oversized saves lose nothing", async ({ page, createPost }) => {
  await createPost({ slug: "m6", title: "Hard to save" });
  await openContent(page);
  const { held, release } = holdBack();

  await test.step("a slow save disables the form, and its button keeps its width", async () => {
    await page.route("**/api/posts", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await held;
      return route.fulfill({ status: 500, json: { message: "Something went wrong on our end." } });
    });
    await field(page, "Title").fill("Slow");
    await field(page, "Slug").fill("m7");
    const submit = page.getByRole("form").getByRole("button", {
      name: /^(?:Publish now|Schedule for .+|Saving)$/,
    });
    const width = (await submit.boundingBox())?.width;
    await field(page, "Title").press("Enter");
    await expect(submit).toHaveAttribute("aria-busy", "true");
    expect((await submit.boundingBox())?.width).toBe(width);
    // Typing is blocked while saving, because a successful save clears the form.
    await page.keyboard.type("typed while saving");
    release();
    await expect(toast(page)).toContainText(
      "Failed to create post: Something went wrong on our end.",
    );
    await expect(field(page, "Title")).toHaveValue("Slow");
    await expect(field(page, "Title")).toBeFocused();
    await page.unroute("**/api/posts");
  });

  await test.step("no answer", async () => {
    await page.route("**/api/posts", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await publishButton(page).click();
    await expect(toast(page)).toContainText(
      "Failed to create post: We couldn’t reach the server. Your work is still here; please try again.",
    );
    await page.unroute("**/api/posts");
  });

  await test.step("a post over the size limit", async () => {
    await writeSource(page, "word ".repeat(220_000));
    await expect(page.getByText("This post is too long")).toBeVisible();
    await publishButton(page).click();
    await expect(toast(page)).toContainText(
      "Failed to create post: The request is too large. The limit is 1024 KB.",
    );
    await button(page, "Write").click();
    await expect(page.getByText(/^This post is too long for the visual editor/)).toBeVisible();
    await expect(source(page)).toHaveValue(/^word word /);
  });

  await test.step("a failed delete", async () => {
    await page.route("**/api/posts/*", (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 404, json: { message: "Post not found" } })
        : route.continue(),
    );
    await tab(page, "Manage Posts").click();
    await button(page, "Delete Hard to save").click();
    await expect(toast(page)).toContainText("Failed to delete post: Post not found");
    await expect(row(page, "Hard to save")).toBeVisible();
  });
});
