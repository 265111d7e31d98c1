import {
  expect,
  test,
  type APIRequestContext,
  type Browser,
  type Locator,
  type Page,
} from "playwright/test";
import { pastedHtml } from "@/tests/support/pasted-html";
import { accessibilityProblems, sidewaysScroll, logInAdmin } from "@/tests/support/public-pages";

const naughty = `"'<script>alert(1)</script> & \\ %00 ‮ 日本 👩‍👩‍👧 {{x}} \${y} -- ;`;

const march5 = {
  slug: "m1",
  title: "Rates hold at 4.5%, and the ten-year does not care",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: "Good morning.\n\n## Rates\n\nThe **Fed** held at [4.5%](https://fed.example/).",
  readTime: 2,
};

let made: string[] = [];

/** Writes a post by the API, to be taken away after the test. */
async function makePost(request: APIRequestContext, part: Partial<typeof march5> = {}) {
  const response = await request.post("/api/posts", { data: { ...march5, ...part } });
  expect(response.status()).toBe(201);
  const post: { id: number; slug: string } = await response.json();
  made.push(post.slug);
  return post;
}

async function readPost(request: APIRequestContext, slug: string) {
  const response = await request.get(`/api/r/${slug}`);
  expect(response.status()).toBe(200);
  const post: typeof march5 & { id: number } = await response.json();
  return post;
}

test.beforeEach(async ({ page }) => {
  made = [];
  await logInAdmin(page.request);
});

test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await logInAdmin(page.request);
  for (const slug of made) {
    const found = await page.request.get(`/api/r/${slug}`);
    if (found.ok()) await page.request.delete(`/api/posts/${(await found.json()).id}`);
  }
});

/** The toast in front; one that is on its way out may still stand behind it. */
const toast = (page: Page) => page.locator('[data-sonner-toast][data-front="true"]');
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const visual = (page: Page) => page.getByRole("textbox", { name: "Content", exact: true });
const source = (page: Page) => page.getByRole("textbox", { name: "Content as Markdown" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const row = (page: Page, title: string) =>
  page.getByRole("list", { name: "Posts" }).getByRole("listitem").filter({ hasText: title });

async function openContent(page: Page): Promise<void> {
  await page.goto("/content-management");
  await expect(visual(page).or(source(page))).toBeVisible();
}

async function writeSource(page: Page, content: string): Promise<void> {
  await button(page, "Source").click();
  await source(page).fill(content);
}

async function edit(page: Page, title: string): Promise<void> {
  await tab(page, "Manage Posts").click();
  await button(page, `Edit ${title}`).click();
  await expect(tab(page, "Edit Post")).toHaveAttribute("aria-selected", "true");
  await expect(field(page, "Title")).toHaveValue(title);
}

/** Another editor, in a browser of their own. */
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

/** What an element holds, whether the server or the browser wrote it down: tags, attributes, words. */
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

test("a post, from the first key to the site", async ({ page }) => {
  made.push("z7");
  await openContent(page);

  await test.step("the frame", async () => {
    await expect(page).toHaveTitle("Content | Threeline");
    const links = page.getByRole("navigation", { name: "Admin" });
    for (const [name, address] of [
      ["Home", "/"],
      ["Content", "/content-management"],
      ["Daily Messages", "/daily-messages-admin"],
      ["Back to Content", "/read"],
    ] as const) {
      await expect(links.getByRole("link", { name, exact: true })).toHaveAttribute("href", address);
    }
    await expect(links.getByRole("button", { name: "Logout" })).toBeVisible();
    await expect(page.getByRole("tab")).toHaveText(["Create Post", "Manage Posts", "Test SMS"]);
    await expect(button(page, "Cancel")).toBeHidden();
  });

  await test.step("the slug says what is wrong as it is typed, and strips nothing", async () => {
    const slug = field(page, "Slug");
    for (const [typed, sentence] of [
      ["z", "Slug must be exactly 2 characters"],
      ["z7!", "Slug must be exactly 2 characters"],
      ["Z7", "Only lowercase letters (a-z) and numbers (0-9) allowed"],
      ["é ", "Only lowercase letters (a-z) and numbers (0-9) allowed"],
    ] as const) {
      await slug.fill(typed);
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(slug).toHaveValue(typed);
      await expect(slug).toHaveAttribute("aria-invalid", "true");
    }
    await field(page, "Title").fill("A post from the first key");
    await button(page, "Create Post").click();
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

  await test.step("date and read time", async () => {
    const date = field(page, "Post date");
    await expect(date).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/);
    const today = await date.inputValue();
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

  await test.step("the text, as it looks and as its source", async () => {
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
    await button(page, "Create Post").dblclick();
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

  await test.step("it stands in the list, and nothing is left of it in the form", async () => {
    await tab(page, "Manage Posts").click();
    const found = row(page, "A post from the first key");
    await expect(found).toContainText("05 MAR");
    await expect(found).toContainText("2 min read");
    await expect(found.getByRole("link", { name: "/r/z7" })).toHaveAttribute("href", "/r/z7");
    await expect(found).toContainText("Good morning. Rates The Fed held at 4.5%.");
    await page.reload();
    await expect(visual(page)).toBeVisible();
    await expect(field(page, "Title")).toHaveValue("");
  });
});

test("the preview is the published page", async ({ page }) => {
  const content = [
    march5.content,
    "> A quote of _somebody_.",
    "| Zone | Hour |\n| - | -: |\n| London | 8:00 |",
    "- [x] done\n- [ ] open\n\n5. five",
    'A note.[^1] <b>Raw</b> ~~gone~~ `code`  \nbroken ![chart](https://pictures.example/a.png "64x48")',
    "```js\nif (a < b) {}\n```",
    "[^1]: It stands below.",
  ].join("\n\n");
  await makePost(page.request, {
    slug: "m2",
    content,
    title: `Preview of ten-year ${naughty}`.trim(),
  });
  await page.route("https://pictures.example/**", (route) => route.abort());
  await openContent(page);
  await edit(page, `Preview of ten-year ${naughty}`.trim());
  await expect(
    page.getByText(
      "This text holds something that the visual editor would change, such as a footnote or HTML. So it is edited as source, and nothing is lost.",
    ),
  ).toBeVisible();
  await expect(source(page)).toHaveValue(content);
  await button(page, "Preview").click();
  const previewed = await outlineOf(page.getByRole("article"));
  await page.goto("/r/m2");
  expect(previewed).toBe(await outlineOf(page.getByRole("article")));
  expect(previewed).toContain("It stands below.");
});

test("editing: filled from the post, cancelled, taken back, updated", async ({ page }) => {
  await makePost(page.request);
  await openContent(page);
  await edit(page, march5.title);
  await expect(field(page, "Slug")).toHaveValue("m1");
  await expect(field(page, "Post date")).toHaveValue("03/05/2025");
  await expect(field(page, "Read time")).toHaveValue("2");
  await expect(visual(page)).toContainText("The Fed held at 4.5%.");
  // Opened and closed as it was, the text is the same to the letter.
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(march5.content);

  await button(page, "Cancel").click();
  await expect(tab(page, "Create Post")).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("");
  await expect(toast(page)).toHaveCount(0);

  await edit(page, march5.title);
  await field(page, "Title").fill("Rates rise");
  await button(page, "Cancel").click();
  await expect(toast(page)).toContainText("Your changes were discarded");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(tab(page, "Edit Post")).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("Rates rise");

  await button(page, "Update Post").click();
  await expect(toast(page)).toContainText("Post updated successfully");
  await expect(tab(page, "Create Post")).toBeVisible();
  await expect(field(page, "Title")).toHaveValue("");
  expect((await readPost(page.request, "m1")).title).toBe("Rates rise");
});

test("unsaved work outlives the page and is offered back", async ({ page }) => {
  await makePost(page.request, { slug: "m3", title: "Left half done" });
  await openContent(page);
  await field(page, "Title").fill(`New ${naughty}`);
  await writeSource(page, "Half a text");
  await edit(page, "Left half done");
  await field(page, "Title").fill("Left half done, again");
  await page.reload();

  await test.step("the new post", async () => {
    const notice = page.getByRole("region", { name: "Your unsaved work is back" });
    await expect(notice).toBeVisible();
    await expect(field(page, "Title")).toHaveValue(`New ${naughty}`);
    await expect(visual(page)).toHaveText("Half a text");
  });

  await test.step("the post that was being edited", async () => {
    const left = page.getByRole("region", { name: "Unsaved changes" });
    await expect(left).toContainText("“Left half done, again”");
    await left.getByRole("button", { name: "Continue" }).click();
    await expect(tab(page, "Edit Post")).toBeVisible();
    await expect(field(page, "Title")).toHaveValue("Left half done, again");
    await button(page, "Discard it").click();
    await expect(field(page, "Title")).toHaveValue("Left half done");
    await button(page, "Cancel").click();
  });

  await test.step("discarded for good", async () => {
    await expect(field(page, "Title")).toHaveValue(`New ${naughty}`);
    await button(page, "Discard it").click();
    await expect(field(page, "Title")).toHaveValue("");
    await page.reload();
    await expect(visual(page)).toBeVisible();
    await expect(page.getByText("Your unsaved work is back")).toBeHidden();
    await expect(field(page, "Title")).toHaveValue("");
  });
});

test("two tabs: each keeps its own work, on new posts and on the same one", async ({ page }) => {
  await makePost(page.request, { slug: "o1", title: "Open in two tabs" });
  const second = await page.context().newPage();
  const left = page.getByRole("region", { name: "Unsaved changes" });
  const goOn = (title: string) =>
    left.getByRole("listitem").filter({ hasText: title }).getByRole("button", { name: "Continue" });

  await test.step("two new posts", async () => {
    await openContent(page);
    await openContent(second);
    await field(page, "Title").fill("New in the first tab");
    await field(second, "Title").fill("New in the second tab");
    await expect(left).toContainText("New post “New in the second tab”");
    await second.close();
    await page.reload();
    await expect(field(page, "Title")).toHaveValue("New in the first tab");
    await goOn("New in the second tab").click();
    await expect(field(page, "Title")).toHaveValue("New in the second tab");
    await expect(left).toContainText("New post “New in the first tab”");
    await goOn("New in the first tab").click();
    await expect(field(page, "Title")).toHaveValue("New in the first tab");
    await left.getByRole("button", { name: "Discard" }).click();
    await expect(left).toBeHidden();
  });

  await test.step("one post", async () => {
    const third = await page.context().newPage();
    await openContent(third);
    await edit(page, "Open in two tabs");
    await edit(third, "Open in two tabs");
    await field(page, "Title").fill("By the first tab");
    await field(third, "Title").fill("By the third tab");
    await third.close({ runBeforeUnload: true });
    await button(page, "Update Post").click();
    await expect(toast(page)).toContainText("Post updated successfully");
    await goOn("By the third tab").click();
    await expect(field(page, "Title")).toHaveValue("By the third tab");
    await button(page, "Update Post").click();
    await expect(toast(page)).toContainText("Somebody saved this post since you opened it.");
    await button(page, "Cancel").click();
  });

  await test.step("on a post that is deleted meanwhile", async () => {
    await edit(page, "By the first tab");
    await field(page, "Title").fill("Not lost with its post");
    await page.reload();
    await page.request.delete(`/api/posts/${(await readPost(page.request, "o1")).id}`);
    await goOn("Not lost with its post").click();
    await expect(toast(page)).toContainText(
      "The post has been deleted since. Your text stands in the form of a new one.",
    );
    await expect(tab(page, "Create Post")).toHaveAttribute("aria-selected", "true");
    await expect(field(page, "Title")).toHaveValue("Not lost with its post");
    await button(page, "Create Post").click();
    await expect(toast(page)).toContainText("Post created successfully");
  });
});

test("two editors at once: nobody's version is lost", async ({ page, browser }) => {
  await makePost(page.request, { slug: "m4", title: "Two at once" });
  const second = await openSecondEditor(browser);
  await openContent(page);
  await edit(page, "Two at once");
  await openContent(second);
  await edit(second, "Two at once");
  await writeSource(second, "Theirs\n\nshared");
  await button(second, "Update Post").click();
  await expect(toast(second)).toContainText("Post updated successfully");

  await writeSource(page, "Mine\n\nshared");
  await button(page, "Update Post").click();
  await expect(toast(page)).toContainText(
    "Failed to update post: Somebody saved this post since you opened it. Reload it to see the changes.",
  );
  const conflict = page.getByRole("alert").filter({ hasText: "admin saved it on" });
  await expect(conflict).toBeVisible();
  await expect(conflict.getByLabel("Theirs")).toHaveText("Theirsshared");
  await expect(conflict.getByLabel("Yours")).toHaveText("Mineshared");
  expect((await readPost(page.request, "m4")).content).toBe("Theirs\n\nshared");
  expect(await accessibilityProblems(page)).toEqual([]);

  await button(page, "Load theirs, keep mine beside it").click();
  await expect(visual(page)).toContainText("Theirs");
  const aside = page.getByRole("region", { name: "Your version, kept beside theirs" });
  await expect(aside.getByLabel("Yours")).toHaveText("Mineshared");
  await aside.getByRole("button", { name: "Put mine back into the form" }).click();
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue("Mine\n\nshared");
  await button(page, "Update Post").click();
  await expect(toast(page)).toContainText("Post updated successfully");
  expect((await readPost(page.request, "m4")).content).toBe("Mine\n\nshared");

  await test.step("deleted by the other while it is edited", async () => {
    await edit(page, "Two at once");
    await writeSource(page, "Still mine");
    await tab(second, "Manage Posts").click();
    await button(second, "Delete Two at once").click();
    await expect(toast(second)).toContainText("Post deleted successfully");
    await button(page, "Update Post").click();
    await expect(toast(page)).toContainText("Failed to update post: Post not found");
    await page.getByRole("button", { name: "Make it a new post" }).click();
    await button(page, "Create Post").click();
    await expect(toast(page)).toContainText("Post created successfully");
    expect((await readPost(page.request, "m4")).content).toBe("Still mine");
  });

  await test.step("one slug for two new posts", async () => {
    await tab(second, "Create Post").click();
    await field(second, "Title").fill("The same slug");
    await field(second, "Slug").fill("m4");
    await button(second, "Create Post").click();
    const sentence = "The slug m4 is already used by “Two at once” of March 5, 2025.";
    await expect(toast(second)).toContainText(`Failed to create post: ${sentence}`);
    await expect(second.locator("#post-slug-note")).toHaveText(sentence);
    await expect(field(second, "Title")).toHaveValue("The same slug");
  });
  await second.context().close();
});

test("a session that ends while somebody types loses nothing", async ({ page }) => {
  made.push("m5");
  await openContent(page);
  await field(page, "Title").fill("Written through the end of a session");
  await field(page, "Slug").fill("m5");
  await writeSource(page, "Long in the making");
  await page.context().clearCookies();
  await button(page, "Create Post").click();
  const dialog = page.getByRole("dialog", { name: "Please log in again" });
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(toast(page)).toContainText("Failed to create post: Please log in to continue.");
  await expect(source(page)).toHaveValue("Long in the making");
  await button(page, "Create Post").click();
  await dialog.getByLabel("Username").fill("admin");
  await dialog
    .getByLabel("Password")
    .fill(process.env["E2E_ADMIN_PASSWORD"] ?? "a-password-for-tests");
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText("Post created successfully");
  expect((await readPost(page.request, "m5")).content).toBe("Long in the making");
});

test("calls that fail, are slow, or carry too much", async ({ page }) => {
  await makePost(page.request, { slug: "m6", title: "SupportHint" });
  await openContent(page);
  const { held, release } = holdBack();

  await test.step("slow: one call, and the button keeps its width", async () => {
    await page.route("**/api/posts", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await held;
      return route.fulfill({ status: 500, json: { message: "Something went wrong on our end." } });
    });
    await field(page, "Title").fill("Slow");
    await field(page, "Slug").fill("m7");
    const submit = page.locator('form[aria-label="Create Post"] button').last();
    const width = (await submit.boundingBox())?.width;
    await field(page, "Title").press("Enter");
    await expect(submit).toHaveAttribute("aria-busy", "true");
    expect((await submit.boundingBox())?.width).toBe(width);
    // The form will be emptied: what is typed until then would be lost.
    await page.keyboard.type("typed while it is on its way");
    release();
    await expect(toast(page)).toContainText(
      "Failed to create post: Something went wrong on our end.",
    );
    await expect(field(page, "Title")).toHaveValue("Slow");
    await expect(field(page, "Title")).toBeFocused();
    await page.unroute("**/api/posts");
  });

  await test.step("no answer at all", async () => {
    await page.route("**/api/posts", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await button(page, "Create Post").click();
    await expect(toast(page)).toContainText(
      "Failed to create post: The service did not answer. Nothing you typed is lost; please try again.",
    );
    await page.unroute("**/api/posts");
  });

  await test.step("more than a post has room for", async () => {
    await writeSource(page, "word ".repeat(220_000));
    await expect(page.getByText("This text is too long for a post")).toBeVisible();
    await button(page, "Create Post").click();
    await expect(toast(page)).toContainText(
      "Failed to create post: The request is too large. The limit is 1024 KB.",
    );
    await button(page, "Write").click();
    await expect(page.getByText(/^This text is long, so it is edited as source/)).toBeVisible();
    await expect(source(page)).toHaveValue(/^word word /);
  });

  await test.step("a delete that fails", async () => {
    await page.route("**/api/posts/*", (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 404, json: { message: "Post not found" } })
        : route.continue(),
    );
    await tab(page, "Manage Posts").click();
    await button(page, "Delete SupportHint").click();
    await expect(toast(page)).toContainText("Failed to delete post: Post not found");
    await expect(row(page, "SupportHint")).toBeVisible();
  });
});

/** Puts something on the clipboard, as another program would. */
async function copy(page: Page, { html, text }: { html?: string; text: string }): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(
    async (copied) => {
      const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
      await navigator.clipboard.write([
        new ClipboardItem({
          ...(copied.html === undefined ? {} : blob("text/html", copied.html)),
          ...blob("text/plain", copied.text),
        }),
      ]);
    },
    { html, text },
  );
}

for (const [program, { html, markdown }] of Object.entries(pastedHtml)) {
  test(`what ${program} puts on the clipboard becomes Markdown`, async ({ page }) => {
    await page.route("https://pictures.example/**", (route) => route.abort());
    await openContent(page);
    await copy(page, { html, text: "words" });
    await visual(page).click();
    await page.keyboard.press("Control+v");
    await expect(visual(page)).not.toHaveText("");
    await button(page, "Source").click();
    await expect(source(page)).toHaveValue(markdown);
  });
}

test("what is dropped becomes Markdown where it falls", async ({ page }) => {
  await openContent(page);
  await writeSource(page, "one two");
  await button(page, "Write").click();
  await expect(visual(page)).toHaveText("one two");
  await page.evaluate(() => {
    const outside = `<p id="outside"><b style="font-weight:normal"><span style="font-weight:700"><u>bold</u></span></b></p>`;
    document.body.insertAdjacentHTML("afterbegin", outside);
    getSelection()?.selectAllChildren(document.querySelector("#outside span") ?? document.body);
  });
  await page.locator("#outside span").dragTo(visual(page).getByText("one two"), {
    targetPosition: { x: 1, y: 8 },
  });
  await expect(visual(page)).toContainText("boldone two");
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(/^\*\*bold\*\*one two$/);
});

test("a paste goes where the caret is: into a cell, into code, into the address of a link", async ({
  page,
}) => {
  await openContent(page);
  await writeSource(page, "| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```\n\nword");
  await button(page, "Write").click();
  const html = "<p>One <b>bold</b></p><ul><li>two | three</li></ul>";

  await test.step("a cell takes one line, and all of it", async () => {
    const cell = (text: string) =>
      page.getByRole("textbox", { name: "Cell" }).filter({ hasText: text });
    await copy(page, { html, text: "x" });
    await cell("1").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Control+v");
    await expect(cell("1")).toHaveText("1One bold two | three");
    await copy(page, { text: "plain\nin *two* lines" });
    await cell("2").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Control+v");
    await expect(cell("2")).toHaveText("2plain in *two* lines");
  });

  await test.step("code takes the words as they are", async () => {
    await copy(page, { html, text: "\nplain *words*" });
    const code = page.getByRole("textbox", { name: "Code" });
    await code.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+v");
    await expect(code).toHaveValue("code\nplain *words*");
  });

  await test.step("an address", async () => {
    await copy(page, { html: '<a href="https://b.example/">b</a>', text: "https://b.example/" });
    await visual(page).getByText("word", { exact: true }).dblclick();
    await button(page, "Create link").click();
    await field(page, "Address").click();
    await page.keyboard.press("Control+v");
    await expect(field(page, "Address")).toHaveValue("https://b.example/");
    await page.keyboard.press("Enter");
  });

  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(
    [
      "| a                          | b                       |",
      "| -------------------------- | ----------------------- |",
      "| 1One **bold** two \\| three | 2plain in \\*two\\* lines |",
      "",
      "```\ncode\nplain *words*\n```",
      "",
      "[word](https://b.example/)",
    ].join("\n"),
  );

  await test.step("what is still in a cell when the page is left comes back with it", async () => {
    await button(page, "Write").click();
    await page.getByRole("textbox", { name: "Cell" }).filter({ hasText: "a" }).first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(" typed last");
    await page.reload();
    await expect(visual(page)).toContainText("a typed last");
  });

  await test.step("what is too long for the visual editor is pasted as source", async () => {
    await copy(page, { text: "word ".repeat(20_000) });
    await visual(page).getByText("word", { exact: true }).click();
    await page.keyboard.press("Control+v");
    await expect(
      page.getByText(/^What you pasted is too long for the visual editor/),
    ).toBeVisible();
    await source(page).focus();
    await page.keyboard.press("Control+v");
    await expect(source(page)).toHaveValue(/(?:word ){20000}/);
  });
});

test("what people type and paste arrives as it is", async ({ page }) => {
  made.push("m8");
  await openContent(page);
  await field(page, "Title").fill(naughty);
  await field(page, "Slug").fill("m8");
  await visual(page).click();
  await page.keyboard.insertText(naughty);
  await page.keyboard.press("Enter");
  const html = `<p class="MsoNormal"><span style="color:#f00;font-weight:700">Bold</span>, <u>plain</u> and <i>leaning</i><o:p></o:p></p><ul><li style="x">Item</li></ul><img src="file:///c:/x.png"><a href="https://a.example/" onclick="x()">link</a>`;
  await copy(page, { html, text: "Bold" });
  await page.keyboard.press("Control+v");
  await expect(toast(page)).toContainText("Pictures were left out");
  await expect(visual(page)).toContainText("Bold, plain and leaning");
  await button(page, "Create Post").click();
  await expect(toast(page)).toContainText("Post created successfully");
  const post = await readPost(page.request, "m8");
  expect(post.title).toBe(naughty);
  expect(post.content).toContain("**Bold**, plain and *leaning*");
  expect(post.content).toContain("- Item");
  expect(post.content).toContain("[link](https://a.example/)");
  expect(post.content).not.toMatch(/<(?:span|u>|o:p|img|style)|file:/);
  await page.goto("/r/m8");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(naughty);
  await expect(page.getByRole("article")).toContainText(`"'<script>alert(1)</script> & \\ %00`);
});

test("the list: on its way, empty, failed, searched, page by page", async ({ page }) => {
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
  await page.getByLabel("Search posts").fill("nothing like it");
  await expect(page.getByText("No posts found")).toBeVisible();
  await button(page, "Show all posts").click();
  await expect(list).toHaveCount(60);
});

test("delete, and Undo", async ({ page }) => {
  await makePost(page.request, { slug: "m9", title: "Deleted by mistake" });
  await openContent(page);
  await tab(page, "Manage Posts").click();
  await button(page, "Delete Deleted by mistake").click();
  await expect(toast(page)).toContainText("Success");
  await expect(toast(page)).toContainText("Post deleted successfully");
  await expect(row(page, "Deleted by mistake")).toBeHidden();
  expect((await page.request.get("/r/m9")).status()).toBe(404);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Deleted by mistake")).toBeVisible();
  expect((await page.request.get("/r/m9")).status()).toBe(200);
});

test("the list keeps its place, and the keyboard goes to the next row when one is deleted", async ({
  page,
}) => {
  const date = { shortDate: "01 DEC", fullDate: "December 1, 2031" };
  await makePost(page.request, { slug: "n9", title: "Deleted by the keyboard", ...date });
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
  await expect(rows.filter({ hasText: title })).toBeFocused();
});

test("few slugs are left", async ({ page }) => {
  await page.route("**/api/posts/slugs*", (route) =>
    route.fulfill({ json: { suggestions: ["q7"], freeCount: 1 } }),
  );
  await openContent(page);
  await expect(page.getByText("Only 1 of 1,296 slugs are left.")).toBeVisible();
});

test("the keyboard alone writes a post", async ({ page }) => {
  made.push("n1");
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
  await press("Tab");
  await expect(button(page, "Today")).toBeFocused();
  await press("Tab", "Tab");
  await expect(button(page, "Write")).toBeFocused();
  await visual(page).focus();
  await page.keyboard.type("- one");
  await press("Enter");
  await page.keyboard.type("two");
  // At the beginning of a list's line Tab indents; after Escape it leads on.
  await press("Home");
  // The editor learns where the caret stands with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  await press("Tab");
  await expect(visual(page)).toBeFocused();
  await press("Escape", "Tab");
  await expect(visual(page)).not.toBeFocused();
  await expect(button(page, "Create Post")).toBeFocused();
  await press("Enter");
  await expect(toast(page)).toContainText("Post created successfully");
  expect(await readPost(page.request, "n1")).toMatchObject({
    title: "By the keyboard",
    fullDate: "March 13, 2025",
    content: "- one\n  - two",
  });
});

test("the editor's tools, under the page's policy and nowhere else", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") {
      scripts.push(response.text().catch(() => ""));
    }
  });
  const isEditorLoaded = async () =>
    (await Promise.all(scripts)).some((script) => script.includes("mdxeditor-toolbar"));
  const policy = (await page.request.get("/content-management"))
    .headersArray()
    .find(({ name }) => name.toLowerCase() === "content-security-policy");
  expect(policy?.value).not.toMatch(/script-src[^;]*'unsafe-/);
  await page.goto("/read");
  await page.goto("/daily-messages-admin");
  await expect(page.getByRole("navigation", { name: "Admin" })).toBeVisible();
  expect(await isEditorLoaded()).toBe(false);

  await openContent(page);
  expect(await isEditorLoaded()).toBe(true);
  await page.route("https://pictures.example/**", (route) => route.abort());
  await writeSource(page, "word");
  await button(page, "Write").click();
  await visual(page).click();
  await page.keyboard.press("Control+a");
  await button(page, "Create link").click();
  await field(page, "Address").fill("https://a.example/");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await visual(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await button(page, "Insert image").click();
  await page.getByRole("dialog").getByRole("button", { name: "Use this picture" }).click();
  await expect(
    page.getByText("Please enter the address of a picture, such as https://…"),
  ).toBeVisible();
  await field(page, "Address").fill("https://pictures.example/a.png");
  await field(page, "In words").fill("A chart");
  await field(page, "Size").fill("64x48");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await button(page, "Insert code block").click();
  await page.getByRole("textbox", { name: "Code" }).fill("a < b");
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(
    '[word](https://a.example/)\n\n![A chart](https://pictures.example/a.png "64x48")\n\n```\na < b\n```',
  );
  await source(page).fill("| a | b |\n| - | -: |\n| 1 | 2 |\n\n- [x] done\n- [ ] open");
  await button(page, "Write").click();
  await visual(page).getByText("done").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" twice");
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(
    "| a |  b |\n| - | -: |\n| 1 |  2 |\n\n- [x] done twice\n- [ ] open",
  );
  expect(violations).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("axe finds nothing, and nothing scrolls sideways", async ({ page }) => {
      await makePost(page.request, {
        slug: "n2",
        title: "Pneumonoultramicroscopicsilicovolcanoconiosis ".repeat(3).trim(),
      });
      await openContent(page);
      await edit(page, "Pneumonoultramicroscopicsilicovolcanoconiosis ".repeat(3).trim());
      await expect(visual(page)).toContainText("Good morning.");
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const view of ["Write", "Source", "Preview"]) {
          await button(page, view).click();
          await page.evaluate(() => document.fonts.ready);
          expect(await sidewaysScroll(page)).toBe(0);
          if (width !== 768) expect(await accessibilityProblems(page)).toEqual([]);
        }
        for (const name of ["Manage Posts", "Test SMS", "Edit Post"]) {
          await tab(page, name).click();
          expect(await sidewaysScroll(page)).toBe(0);
          if (width !== 768) expect(await accessibilityProblems(page)).toEqual([]);
        }
        await button(page, "Write").click();
      }
      await field(page, "Slug").fill("!");
      await field(page, "Title").fill("");
      await button(page, "Update Post").click();
      await expect(page.getByText("Please enter a title")).toBeVisible();
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  });
}
