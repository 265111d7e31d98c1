import { expect, type Locator } from "playwright/test";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import {
  button,
  editPost,
  field,
  hostileText,
  march5,
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
import { accessibilityProblems } from "../../support/browser/public-pages";

/** The tags, attributes, and text of an element, in one form for server and browser markup. */
const outlineOf = (element: Locator) =>
  element.evaluate((root) => {
    const outline = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof HTMLElement)) return "";
      const attributes = node
        .getAttributeNames()
        .toSorted()
        .map(
          (name) => `${name}=${name === "style" ? node.style.cssText : node.getAttribute(name)}`,
        );
      const inside = Array.from(node.childNodes, outline).join("");
      return `<${[node.localName, ...attributes].join(" ")}>${inside}</>`;
    };
    return outline(root);
  });

test("an editor writes a post and publishes it", async ({ page, slugs }) => {
  slugs.push("z7");
  await openContent(page);

  await test.step("the header and the tabs", async () => {
    await expect(page).toHaveTitle("Content | Threeline");
    const links = page.getByRole("navigation", { name: "Admin" });
    for (const [name, address] of [
      ["Home", "/"],
      ["Content", "/content-management"],
      ["Daily Messages", "/daily-messages-admin"],
    ] as const) {
      await expect(links.getByRole("link", { name, exact: true })).toHaveAttribute("href", address);
    }
    await expect(links.getByRole("link", { name: "Content" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(page.getByRole("tab")).toHaveText(["Create Post", "Manage Posts", "Test SMS"]);
    await expect(button(page, "Cancel")).toBeHidden();
  });

  await test.step("the slug is validated as typed, and nothing is stripped", async () => {
    const slug = field(page, "Slug");
    for (const [typed, message] of [
      ["z", "Slug must be exactly 2 characters"],
      ["z7!", "Slug must be exactly 2 characters"],
      ["Z7", "Only lowercase letters (a-z) and numbers (0-9) allowed"],
      ["é ", "Only lowercase letters (a-z) and numbers (0-9) allowed"],
    ] as const) {
      await slug.fill(typed);
      await expect(page.getByText(message)).toBeVisible();
      await expect(slug).toHaveValue(typed);
      await expect(slug).toHaveAttribute("aria-invalid", "true");
    }
    await field(page, "Title").fill("A post from the first key");
    await publishButton(page).click();
    await expect(toast(page)).toContainText("Invalid Slug");
    await expect(toast(page)).toContainText("Slug must be exactly 2 characters (a-z, 0-9 only)");
    await expect(toast(page)).toHaveAttribute("data-type", "error");
    await expect(slug).toBeFocused();
    await slug.fill("z");
    await expect(button(page, "Use za")).toBeVisible();
    await button(page, "Use za").click();
    await expect(slug).toHaveValue("za");
    await slug.fill("z7");
    await expect(slug).not.toHaveAttribute("aria-invalid");
  });

  await test.step("the date and the read time", async () => {
    const date = field(page, "Post date");
    await expect(date).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/);
    const today = await page.evaluate(() => {
      const parts = { month: "2-digit", day: "2-digit", year: "numeric" } as const;
      return new Intl.DateTimeFormat("en-US", parts).format(new Date());
    });
    await date.fill("2/30/2025");
    await expect(page.getByText("Please enter the date as MM/DD/YYYY")).toBeVisible();
    await button(page, "Today").click();
    await expect(date).toHaveValue(today);
    await date.fill("03/05/2025");
    await expect(page.getByText("March 5, 2025.", { exact: true })).toBeVisible();
    await field(page, "Read time").fill("soon");
    await field(page, "Title").focus();
    await expect(field(page, "Read time")).toHaveValue("1");
  });

  await test.step("the visual editor and the source", async () => {
    await button(page, "Preview").click();
    await expect(page.getByText("No content to preview")).toBeVisible();
    await button(page, "Write").click();
    await visual(page).click();
    await page.keyboard.type("Good morning.\n## Rates\nHeld at ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("4.5%");
    await page.keyboard.press("Control+b");
    await page.keyboard.type(" again");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("and <again> in a_b.");
    await button(page, "Source").click();
    await expect(source(page)).toHaveValue(
      "Good morning.\n\n## Rates\n\nHeld at **4.5%** again\\\nand \\<again> in a_b.",
    );
    await writeSource(page, `${"word ".repeat(460)}\n`);
    await page.getByRole("button", { name: "Use 2" }).click();
    await expect(field(page, "Read time")).toHaveValue("2");
    await source(page).fill(march5.content);
  });

  await test.step("a double click saves once", async () => {
    let calls = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/posts")) calls += 1;
    });
    await publishButton(page).dblclick();
    await expect(toast(page)).toContainText("Success");
    await expect(toast(page)).toContainText("Post created successfully");
    await expect(field(page, "Title")).toHaveValue("");
    await expect(field(page, "Slug")).toHaveValue("");
    expect(calls).toBe(1);
    expect(await readPost(page.request, "z7")).toMatchObject({
      slug: "z7",
      title: "A post from the first key",
      shortDate: "05 MAR",
      fullDate: "March 5, 2025",
      readTime: 2,
      content: march5.content,
    });
  });

  await test.step("it is in the list, and the form is empty", async () => {
    await tab(page, "Manage Posts").click();
    const found = row(page, "A post from the first key");
    await expect(found).toContainText("05 MAR");
    await expect(found).toContainText("2 min read");
    await expect(found.getByRole("link", { name: "/r/z7" })).toHaveAttribute("href", "/r/z7");
    await expect(found).toContainText("Good morning. The Fed held at 4.5%.");
    await page.reload();
    await expect(visual(page)).toBeVisible();
    await expect(field(page, "Title")).toHaveValue("");
  });
});

test("the preview matches the published page", async ({ page, createPost }) => {
  const content = [
    march5.content,
    "> A quote of _somebody_.",
    "| Zone | Hour |\n| - | -: |\n| London | 8:00 |",
    "- [x] done\n- [ ] open\n\n5. five",
    'A note.[^1] <b>Raw</b> ~~gone~~ `code`  \nbroken ![chart](https://images.example/a.png "64x48")',
    "```js\nif (a < b) {}\n```",
    "[^1]: Below.",
  ].join("\n\n");
  await createPost({
    slug: "m2",
    content,
    title: `Preview of ten-year ${hostileText}`.trim(),
  });
  await page.route("https://images.example/**", (route) => route.abort());
  await openContent(page);
  await editPost(page, `Preview of ten-year ${hostileText}`.trim());
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(content);
  await button(page, "Preview").click();
  const previewed = await outlineOf(page.getByRole("article"));
  await page.goto("/r/m2");
  const shareButtons = button(page, "Copy link").locator("..");
  await shareButtons.evaluate((buttons) => buttons.remove());
  expect(previewed).toBe(await outlineOf(page.getByRole("article")));
  expect(previewed).toContain("Below.");
});

test("an editor edits a post, cancels, undoes the cancel, and updates it", async ({
  page,
  createPost,
}) => {
  await createPost();
  await openContent(page);
  await editPost(page, march5.title);
  await expect(field(page, "Slug")).toHaveValue("m1");
  await expect(field(page, "Post date")).toHaveValue("03/05/2025");
  await expect(field(page, "Read time")).toHaveValue("2");
  await expect(visual(page)).toContainText("The Fed held at 4.5%.");
  // Opening a post in the visual editor changes nothing.
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(march5.content);

  await button(page, "Cancel").click();
  await expect(tab(page, "Create Post")).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("");
  await expect(toast(page)).toHaveCount(0);

  await editPost(page, march5.title);
  await field(page, "Title").fill("Rates rise");
  await expect(page.getByText("Draft saved in this browser.")).toBeVisible();
  await button(page, "Cancel").click();
  await expect(toast(page)).toContainText("Your changes were discarded");
  await toast(page).hover();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(tab(page, "Edit Post")).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("Rates rise");

  await button(page, "Update Post").click();
  await expect(toast(page)).toContainText("Post updated successfully");
  await expect(tab(page, "Create Post")).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("");
  expect((await readPost(page.request, "m1")).title).toBe("Rates rise");
});

test("an editor is warned when few slugs are left", async ({ page }) => {
  await page.route("**/api/posts/slugs*", (route) =>
    route.fulfill({ json: { suggestions: ["q7"], length: 2, freeCount: 1 } }),
  );
  await openContent(page);
  await expect(page.getByText("Only 1 of 1,296 slugs left.")).toBeVisible();
});

test("a post can be written with the keyboard alone", async ({ page, slugs }) => {
  slugs.push("n1");
  await openContent(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await tab(page, "Create Post").focus();
  await press("ArrowRight");
  await expect(tab(page, "Manage Posts")).toHaveAttribute("aria-selected", "true");
  await press("ArrowLeft");
  await expect(visual(page)).toBeVisible();
  await press("Tab");
  await expect(field(page, "Title")).toBeFocused();
  await page.keyboard.type("By the keyboard");
  await press("Tab");
  await page.keyboard.type("n1");
  await press("Tab");
  await expect(field(page, "Post date")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("03/05/2025");
  await press("Tab");
  await expect(button(page, "Open the calendar")).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("gridcell", { selected: true }).getByRole("button")).toBeFocused();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press("ArrowRight", "ArrowDown", "Enter");
  await expect(field(page, "Post date")).toHaveValue("03/13/2025");
  await expect(button(page, "Open the calendar")).toBeFocused();
  await press("Enter", "Escape");
  await expect(page.getByRole("grid")).toBeHidden();
  await expect(button(page, "Open the calendar")).toBeFocused();
  await press("Tab");
  await expect(button(page, "Today")).toBeFocused();
  await press("Tab", "Tab");
  await expect(button(page, "Write")).toBeFocused();
  await visual(page).focus();
  await page.keyboard.type("- one");
  await press("Enter");
  await page.keyboard.type("two");
  // At the start of a list item, Tab indents; after Escape, it leaves the editor.
  await press("Home");
  await press("Tab");
  await expect(visual(page)).toBeFocused();
  await press("Escape", "Tab");
  await expect(visual(page)).not.toBeFocused();
  // The checks and the preview come before the buttons.
  const isReached = () =>
    publishButton(page).evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < 20 && !(await isReached()); tabs += 1) await press("Tab");
  await expect(publishButton(page)).toBeFocused();
  await press("Enter");
  await expect(toast(page)).toContainText("Post created successfully");
  expect(await readPost(page.request, "n1")).toMatchObject({
    title: "By the keyboard",
    fullDate: "March 13, 2025",
    content: "- one\n  - two",
  });
});

test("the content screen is accessible and never scrolls sideways", async ({
  page,
  createPost,
}) => {
  const title = "Pneumonoultramicroscopicsilicovolcanoconiosis ".repeat(3).trim();
  await createPost({ slug: "n2", title });
  await openContent(page);
  await editPost(page, title);
  await expect(visual(page)).toContainText("Good morning.");
  for (const view of ["Write", "Source", "Preview"]) {
    await button(page, view).click();
    await expectGoodAtAllWidths(page);
  }
  for (const name of ["Manage Posts", "Test SMS"]) {
    await tab(page, name).click();
    await expectGoodAtAllWidths(page);
  }
  await tab(page, "Edit Post").click();
  await button(page, "Write").click();
  await field(page, "Slug").fill("!");
  await field(page, "Title").fill("");
  await button(page, "Update Post").click();
  await expect(page.getByText("Please enter a title")).toBeVisible();
  await expectGoodAtAllWidths(page);
});
