import { expect, type Page } from "playwright/test";
import {
  button,
  field,
  hostileText,
  openContent,
  publishButton,
  readPost,
  source,
  test,
  toast,
  visual,
  writeSource,
} from "../../support/browser/content-screen";
import { pastedHtml } from "../../support/browser/pasted-html";
import { accessibilityProblems } from "../../support/browser/public-pages";

/** Puts HTML and text on the clipboard, as another program would. */
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

test("pastes from other programs become Markdown", async ({ page }) => {
  await page.route("https://images.example/**", (route) => route.abort());
  await openContent(page);
  for (const [program, { html, markdown }] of Object.entries(pastedHtml)) {
    await test.step(program, async () => {
      await writeSource(page, "");
      await button(page, "Write").click();
      await expect(visual(page)).toHaveText("");
      await copy(page, { html, text: "text" });
      await visual(page).click();
      await page.keyboard.press("Control+v");
      await expect(visual(page)).not.toHaveText("");
      await button(page, "Source").click();
      await expect(source(page)).toHaveValue(markdown);
    });
  }
});

test("dropped text becomes Markdown where it is dropped", async ({ page }) => {
  // So that nothing scrolls while it is dragged.
  await page.setViewportSize({ width: 1280, height: 1600 });
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

test("a paste reaches the cell that the caret has just entered", async ({ page }) => {
  await openContent(page);
  await writeSource(page, "| a | b |\n| - | - |\n| 1 | 2 |\n\nword");
  await button(page, "Write").click();
  const cell = page.getByRole("textbox", { name: "Cell" }).filter({ hasText: "1" });
  await visual(page).getByText("word", { exact: true }).click();
  await cell.evaluate((element) => {
    // In one task, so before the browser reports the new caret.
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    getSelection()?.setPosition(text, 1);
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", "<p>One <b>bold</b></p>");
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(cell).toHaveText("1One bold");
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(/1One \*\*bold\*\*[^]*\n\nword$/);
});

test("Tab indents a list item that the caret has just entered, and an empty one", async ({
  page,
}) => {
  await openContent(page);
  await writeSource(page, "- one\n- two");
  await button(page, "Write").click();
  await visual(page).getByText("two", { exact: true }).click();
  await visual(page).evaluate((element) => {
    // In one task, so before the browser reports the new caret.
    getSelection()?.modify("move", "backward", "lineboundary");
    element.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true }),
    );
  });
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(visual(page)).toBeFocused();
  await page.keyboard.type("three");
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue("- one\n  - two\n    - three");
});

test("a paste goes where the caret is: a table cell, code, or a link's URL", async ({ page }) => {
  await openContent(page);
  await writeSource(page, "| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```\n\nword");
  await button(page, "Write").click();
  const html = "<p>One <b>bold</b></p><ul><li>two | three</li></ul>";

  await test.step("a cell takes the whole paste on one line", async () => {
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

  await test.step("code takes plain text", async () => {
    await copy(page, { html, text: "\nplain *words*" });
    const code = page.getByRole("textbox", { name: "Code" });
    await code.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+v");
    await expect(code).toHaveValue("code\nplain *words*");
  });

  await test.step("a link's URL", async () => {
    await copy(page, { html: '<a href="https://b.example/">b</a>', text: "https://b.example/" });
    await visual(page).getByText("word", { exact: true }).dblclick();
    await button(page, "Create link").click();
    await field(page, "URL").click();
    await page.keyboard.press("Control+v");
    await expect(field(page, "URL")).toHaveValue("https://b.example/");
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

  await test.step("an edited cell survives a reload", async () => {
    await button(page, "Write").click();
    await page.getByRole("textbox", { name: "Cell" }).filter({ hasText: "a" }).first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(" typed last");
    await page.reload();
    await expect(visual(page)).toContainText("a typed last");
  });

  await test.step("a paste that is too long switches to the source", async () => {
    await copy(page, { text: "word ".repeat(20_000) });
    await visual(page).getByText("word", { exact: true }).click();
    await page.keyboard.press("Control+v");
    await expect(page.getByText(/^That’s too long to paste into the visual editor/)).toBeVisible();
    await source(page).focus();
    await page.keyboard.press("Control+v");
    await expect(source(page)).toHaveValue(/(?:word ){20000}/);
  });
});

test("hostile text and a Word paste are published safely", async ({ page, slugs }) => {
  slugs.push("m8");
  await openContent(page);
  await field(page, "Title").fill(hostileText);
  await field(page, "Slug").fill("m8");
  await field(page, "Post date").fill("03/05/2025");
  await visual(page).click();
  await page.keyboard.insertText(hostileText);
  await page.keyboard.press("Enter");
  const html = `<p class="MsoNormal"><span style="color:#f00;font-weight:700">Bold</span>, <u>plain</u> and <i>leaning</i><o:p></o:p></p><ul><li style="x">Item</li></ul><img src="file:///c:/x.png"><a href="https://a.example/" onclick="x()">link</a>`;
  await copy(page, { html, text: "Bold" });
  await page.keyboard.press("Control+v");
  await expect(toast(page)).toContainText("Images were left out");
  await expect(visual(page)).toContainText("Bold, plain and leaning");
  await publishButton(page).click();
  await expect(toast(page)).toContainText("Post created successfully");
  const post = await readPost(page.request, "m8");
  expect(post.title).toBe(hostileText);
  expect(post.content).toContain("**Bold**, plain and *leaning*");
  expect(post.content).toContain("- Item");
  expect(post.content).toContain("[link](https://a.example/)");
  expect(post.content).not.toMatch(/<(?:span|u>|o:p|img|style)|file:/);
  await page.goto("/r/m8");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hostileText);
  await expect(page.getByRole("article")).toContainText(`"'<script>alert(1)</script> & \\ %00`);
});

test("the editor's tools work under the content security policy and load only on this page", async ({
  page,
}) => {
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
  await page.route("https://images.example/**", (route) => route.abort());
  await writeSource(page, "word");
  await button(page, "Write").click();
  await visual(page).click();
  await page.keyboard.press("Control+a");
  await button(page, "Create link").click();
  await field(page, "URL").fill("https://a.example/");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(field(page, "URL")).toBeHidden();
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue("[word](https://a.example/)");
  // Without what the link dialog has selected.
  await button(page, "Write").click();
  await visual(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await button(page, "Insert image").click();
  await page.getByRole("tab", { name: "Web address" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use this image" }).click();
  await expect(page.getByText("Please enter an image URL, such as https://…")).toBeVisible();
  await field(page, "URL").fill("https://images.example/a.png");
  await field(page, "Alt text").fill("A chart");
  await field(page, "Size").fill("64x48");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await button(page, "Insert code block").click();
  await page.getByRole("textbox", { name: "Code" }).fill("a < b");
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(
    '[word](https://a.example/)\n\n![A chart](https://images.example/a.png "64x48")\n\n```\na < b\n```',
  );
  await source(page).fill("| a | b |\n| - | -: |\n| 1 | 2 |\n\n- [x] done\n- [ ] open");
  await button(page, "Write").click();
  await visual(page).getByText("done").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" twice");
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(
    "| a | b |\n| - | -: |\n| 1 | 2 |\n\n- [x] done twice\n- [ ] open",
  );
  expect(violations).toEqual([]);
});

const wholePost = `Good morning.

See https://data.example.com/graph?id=A10,B2&from=2020 and https://sample.finance/a?id=1&y=2 now.

* One,

* two. The figure is 4.1%.[^1]

| a | b |
|-|-|
| x<br>y | z |

<!-- a remark -->

[The report][1]

[^1]: Revised figure.

[1]: https://e.example/report
`;

const parts = (page: Page) => page.getByRole("textbox", { name: "Markdown of this part" });

test("a post with notes, HTML, and a line break in a cell opens, and keeps what nobody touched", async ({
  page,
}) => {
  await openContent(page);
  await writeSource(page, wholePost);
  await button(page, "Write").click();

  await test.step("what the editor doesn't know is text", async () => {
    await expect(parts(page)).toHaveCount(4);
    await expect(parts(page).nth(1)).toHaveValue(/x<br>y/);
    await expect(visual(page).getByRole("link", { name: "The report" })).toBeVisible();
  });

  await test.step("an edit changes only its block", async () => {
    await visual(page).getByText("Good morning.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Today:");
    await button(page, "Source").click();
    const edited = wholePost.replace("morning.", "morning. Today:");
    await expect(source(page)).toHaveValue(edited);
    await button(page, "Write").click();
    await parts(page).nth(1).fill("| a |\n| - |\n| x<br>w |");
    await button(page, "Source").click();
    await expect(source(page)).toHaveValue(
      edited.replace(/\| a \| b[^]*z \|/, "| a |\n| - |\n| x<br>w |"),
    );
  });

  await test.step("so does one after a reload", async () => {
    await page.reload();
    await expect(parts(page)).toHaveCount(4);
  });

  expect(await accessibilityProblems(page)).toEqual([]);
});

test("an editor that can't be loaded leaves the text as source", async ({ page }) => {
  const editors: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    void response.text().then(
      (script) => script.includes("mdxeditor-toolbar") && editors.push(response.url()),
      () => null,
    );
  });
  await openContent(page);
  await writeSource(page, wholePost);
  await expect(page.getByText("Draft saved in this browser.")).toBeVisible();
  await page.waitForTimeout(600);
  expect(editors.length).toBeGreaterThan(0);
  await page.route(
    (url) => editors.includes(url.href),
    (route) => route.abort(),
  );
  await page.reload();
  await expect(page.getByText(/^The visual editor can’t show this post/)).toBeVisible();
  await expect(source(page)).toHaveValue(wholePost);
});

test("formats apply to what is typed next, however fast and however busy the browser is", async ({
  page,
}) => {
  await openContent(page);
  const client = await page.context().newCDPSession(page);
  for (const [rate, delay] of [
    [1, 0],
    [1, 250],
    [6, 0],
    [6, 60],
  ] as const) {
    await test.step(`${rate} times slower, ${delay} ms between keys`, async () => {
      await client.send("Emulation.setCPUThrottlingRate", { rate });
      await writeSource(page, "");
      await button(page, "Write").click();
      await visual(page).click();
      const type = (text: string) => page.keyboard.type(text, { delay });
      await page.keyboard.press("Control+b");
      await type("Note:");
      await page.keyboard.press("Control+b");
      await type(" rest ");
      await page.keyboard.press("Control+i");
      await type("lean");
      await page.keyboard.press("Control+i");
      await type(" 2*3*4 ");
      await page.getByRole("radio", { name: "Bold" }).click();
      await type("on");
      await page.getByRole("radio", { name: "Bold" }).click();
      await type(" off");
      await button(page, "Source").click();
      await expect(source(page)).toHaveValue(String.raw`**Note:** rest *lean* 2\*3\*4 **on** off`);
    });
  }
  await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
});

test("plain text that is Markdown or a table is pasted as such", async ({ page }) => {
  await openContent(page);
  await visual(page).click();
  await copy(page, { text: "## Heading\n\n**bold** [x](https://e.example/)" });
  await page.keyboard.press("Control+v");
  await expect(visual(page)).toContainText("## Heading");
  await button(page, "Use its formatting").click();
  await expect(visual(page).getByRole("heading", { name: "Heading" })).toBeVisible();
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue("## Heading\n\n**bold** [x](https://e.example/)");

  await writeSource(page, "");
  await button(page, "Write").click();
  await visual(page).click();
  await copy(page, { text: "Country\tRate\nUS | A\t4.25%\n" });
  await page.keyboard.press("Control+v");
  await expect(visual(page).getByRole("table")).toBeVisible();
  await button(page, "Source").click();
  await expect(source(page)).toHaveValue(
    "| Country |  Rate |\n| ------- | ----: |\n| US \\| A | 4.25% |",
  );
});
