import { expect } from "playwright/test";
import {
  button,
  editPost,
  field,
  openContent,
  publishButton,
  readPost,
  tab,
  test,
  toast,
  writeSource,
} from "../../support/browser/content-screen";
import { accessibilityProblems } from "../../support/browser/public-pages";

test("a post is a draft first, is published, and gets an earlier version back", async ({
  page,
  browser,
  slugs,
}) => {
  slugs.push("h7");
  const visitor = await browser.newContext();
  const statusFor = async () => (await visitor.request.get("/r/h7")).status();
  await openContent(page);

  await test.step("a draft stays open, and nobody else can read it", async () => {
    await field(page, "Title").fill("Written in three steps");
    await field(page, "Slug").fill("h7");
    await page.getByLabel("Post date").fill("03/05/2025");
    await writeSource(page, "First step.");
    await button(page, "Save Draft").click();
    await expect(toast(page)).toContainText("Draft saved");
    await expect(publishButton(page)).toBeVisible();
    await expect(field(page, "Title")).toHaveValue("Written in three steps");
    const form = page.getByRole("form", { name: "Edit Post" });
    await expect(form.getByText("Draft", { exact: true })).toBeVisible();
    expect(await statusFor()).toBe(404);
  });

  await test.step("publishing says what happens", async () => {
    await expect(page.getByText("When published, it’s on the site right away.")).toBeVisible();
    await writeSource(page, "Second step.");
    await publishButton(page).click();
    await expect(toast(page)).toContainText("Post published");
    await expect.poll(statusFor).toBe(200);
    await tab(page, "Manage Posts").click();
    await expect(
      page.getByRole("listitem").filter({ hasText: "Written in three" }),
    ).not.toContainText("Draft");
  });

  await test.step("the history shows who changed what", async () => {
    await editPost(page, "Written in three steps");
    const form = page.getByRole("form", { name: "Edit Post" });
    await expect(form.getByText("Published", { exact: true })).toBeVisible();
    await expect(page.getByText("Changes the web page only; this post wasn’t sent.")).toBeVisible();
    await button(page, "History").click();
    const history = page.getByRole("dialog", { name: "History" });
    await expect(history.getByRole("listitem")).toHaveCount(2);
    await expect(history.getByRole("listitem").first()).toContainText(
      /Version 2 \(current\).*admin/,
    );
    await history.getByRole("button", { name: "Compare Version 2" }).click();
    await expect(history.locator("del")).toContainText(["First", "yes"]);
    await expect(history.locator("ins")).toContainText(["Second", "no"]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  await test.step("an earlier version's text comes back with one click", async () => {
    await button(page, "Restore Version 1").click();
    await expect(toast(page)).toContainText("Post updated successfully");
    expect(await statusFor()).toBe(200);
    expect((await readPost(page.request, "h7")).content).toBe("First step.");
  });

  await test.step("what isn't saved keeps a version from being restored", async () => {
    await editPost(page, "Written in three steps");
    await field(page, "Title").fill("Written in four steps");
    await button(page, "History").click();
    await expect(page.getByText("Save or discard your changes before you")).toBeVisible();
    await expect(button(page, "Restore Version 2")).toBeDisabled();
    await page.keyboard.press("Escape");
  });

  await test.step("Enter saves a draft, and never publishes it", async () => {
    await button(page, "Unpublish").click();
    await expect(toast(page)).toContainText("Post unpublished");
    await expect.poll(statusFor).toBe(404);
    await field(page, "Title").press("Enter");
    await expect(toast(page)).toContainText("Draft saved");
    expect(await statusFor()).toBe(404);
  });
  await visitor.close();
});
