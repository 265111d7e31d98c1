import { randomBytes } from "node:crypto";
import { expect, type Locator, type Page } from "playwright/test";
import sharp from "sharp";
import {
  button,
  field,
  openContent,
  publishButton,
  readPost,
  source,
  tab,
  test,
  toast,
  visual,
  writeSource,
} from "../../support/browser/content-screen";
import { accessibilityProblems } from "../../support/browser/public-pages";

/** A picture that no other test has uploaded. */
function picture(width = 1200): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  return sharp({ create: { width, height: 750, channels: 3, background: { r, g, b } } })
    .composite([{ input: randomBytes(300), raw: { width: 10, height: 10, channels: 3 } }])
    .png()
    .toBuffer();
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Image" });
const uploaded = /!\[[^\]]*\]\(\/images\/[0-9a-f]{20}\/1200x750\.(?:png|jpg)\)/;

/** Chooses a file with the button that is on the screen. */
async function chooseFile(page: Page, name: string, content: Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Choose a file").click();
  await (await chooser).setFiles({ name, mimeType: "image/png", buffer: content });
}

/** Pastes a file into an element, or drops it at the end of its first line, as a browser would. */
async function give(target: Locator, kind: "paste" | "drop", name: string, content: Buffer) {
  await target.evaluate(
    (element, { type, fileName, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (each) => each.codePointAt(0) ?? 0);
      const data = new DataTransfer();
      data.items.add(new File([bytes], fileName, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true } as const;
      const { right, top } = element.getBoundingClientRect();
      const place = { clientX: right - 1, clientY: top + 10 };
      element.dispatchEvent(
        type === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, ...place, dataTransfer: data }),
      );
    },
    { type: kind, fileName: name, base64: content.toString("base64") },
  );
}

test("an image that is chosen is uploaded, described, and shown to readers", async ({
  page,
  slugs,
}) => {
  slugs.push("z7");
  await openContent(page);
  await field(page, "Title").fill("Rates in one picture");
  await field(page, "Slug").fill("z7");
  await field(page, "Post date").fill("03/05/2025");
  await visual(page).click();
  await page.keyboard.type("Rates fell.");
  await page.keyboard.press("Enter");
  await test.step("it needs a file and an alt text", async () => {
    await button(page, "Insert image").click();
    await dialog(page).getByRole("button", { name: "Use this image" }).click();
    await expect(dialog(page)).toContainText("Choose an image first.");
    expect(await accessibilityProblems(page)).toEqual([]);
    await chooseFile(page, "rates.png", await picture());
    await expect(dialog(page)).toContainText("rates.png 1200 × 750");
    await dialog(page).getByRole("button", { name: "Use this image" }).click();
    await expect(dialog(page)).toContainText(
      "Add alt text so the image works in email with images off.",
    );
    expect(await accessibilityProblems(page)).toEqual([]);
    await field(page, "Alt text").fill("The rate falls from 4% to 2%");
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeHidden();
    await expect(visual(page).getByRole("img")).toBeVisible();
  });
  await test.step("it's in the post", async () => {
    await publishButton(page).click();
    await expect(toast(page)).toContainText("Post created successfully");
    const { content } = await readPost(page.request, "z7");
    expect(content).toMatch(uploaded);
    expect(content).toContain("![The rate falls from 4% to 2%](");
  });
  await test.step("readers get the best file that their browser knows", async () => {
    await page.goto("/r/z7");
    const image = page.getByRole("article").getByRole("img", { name: "The rate falls" });
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.currentSrc))
      .toMatch(/\/images\/[0-9a-f]{20}\/\d+\.avif$/);
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
    const address = await image.evaluate((element: HTMLImageElement) => element.currentSrc);
    const { headers } = await page.request
      .get(address)
      .then((response) => ({ headers: response.headers() }));
    expect(headers).toMatchObject({
      "content-type": "image/avif",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-content-type-options": "nosniff",
    });
  });
});

test("images that are pasted or dropped go where they are dropped", async ({ page }) => {
  await openContent(page);
  await test.step("pasted into the visual editor", async () => {
    await visual(page).click();
    await page.keyboard.type("Dropped here: ");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Pasted here: ");
    await give(visual(page).locator("p").last(), "paste", "image.png", await picture());
    await expect(dialog(page)).toContainText("image.png 1200 × 750");
    await field(page, "Alt text").fill("A pasted chart");
    await button(page, "Use this image").click();
    await expect(visual(page).locator("img")).toHaveCount(1);
  });
  await test.step("dropped into it, after the dialog of another was closed", async () => {
    const line = visual(page).locator("p").first();
    await give(line, "drop", "unwanted.png", await picture());
    await expect(dialog(page)).toContainText("unwanted.png 1200 × 750");
    await button(page, "Cancel").click();
    await expect(dialog(page)).toBeHidden();
    await give(line, "drop", "dropped.png", await picture());
    await expect(dialog(page)).toContainText("dropped.png 1200 × 750");
    await field(page, "Alt text").fill("A dropped chart");
    await button(page, "Use this image").click();
    await expect(visual(page).locator("img")).toHaveCount(2);
    await button(page, "Source").click();
    await expect(source(page)).toHaveValue(
      /^Dropped here: .*!\[A dropped chart\]\(.*Pasted here: .*!\[A pasted chart\]\(/s,
    );
  });
  await test.step("pasted into the source, at the caret", async () => {
    await writeSource(page, "Before after");
    await source(page).evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(7, 7));
    await give(source(page), "paste", "source.png", await picture());
    await expect(dialog(page)).toContainText("source.png 1200 × 750");
    await field(page, "Alt text").fill("Rates [2026]");
    await button(page, "Use this image").click();
    await expect(source(page)).toHaveValue(
      /^Before !\[Rates \\\[2026\\\]\]\(\/images\/[0-9a-f]{20}\/1200x750\.\w{3}\)after$/,
    );
    await page.keyboard.press("Control+z");
    await expect(source(page)).toHaveValue("Before after");
  });
  await test.step("two at once, one after the other", async () => {
    await source(page).evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(0, 0));
    const both = [await picture(), await picture()].map((content) => content.toString("base64"));
    await source(page).evaluate((element, contents) => {
      const data = new DataTransfer();
      contents.forEach((content, index) => {
        const bytes = Uint8Array.from(atob(content), (each) => each.codePointAt(0) ?? 0);
        data.items.add(new File([bytes], `${index}.png`, { type: "image/png" }));
      });
      const options = { bubbles: true, cancelable: true, clipboardData: data } as const;
      element.dispatchEvent(new ClipboardEvent("paste", options));
    }, both);
    for (const name of ["0.png", "1.png"]) {
      // The next one's dialog follows the first one's.
      await expect(dialog(page)).toContainText(name);
      // Typed while the file is being uploaded.
      await field(page, "Alt text").fill(`Chart ${name}`);
      await expect(dialog(page)).toContainText(`${name} 1200 × 750`);
      await expect(field(page, "Alt text")).toHaveValue(`Chart ${name}`);
      await page.keyboard.press("Enter");
    }
    await expect(source(page)).toHaveValue(/^!\[Chart 0\.png\]\(.*!\[Chart 1\.png\]\(/);
  });
});

test("files that can't be used say why, and the next one works", async ({ page }) => {
  await openContent(page);
  await button(page, "Insert image").click();
  await chooseFile(page, "chart.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(dialog(page)).toContainText(
    "We can’t use this file. Upload a JPEG, PNG, WebP, AVIF, or GIF.",
  );
  await chooseFile(page, "half.png", (await picture()).subarray(0, 900));
  await expect(dialog(page)).toContainText(
    "This image is damaged or incomplete. Save a new copy and upload that.",
  );
  await chooseFile(page, "large.png", Buffer.alloc(20 * 1024 * 1024 + 1));
  await expect(dialog(page)).toContainText(
    "The file is over 20 MB. Make it smaller and try again.",
  );
  await chooseFile(page, "good.png", await picture());
  await expect(dialog(page)).toContainText("good.png 1200 × 750");
});

test("the library finds images, says where they're used, and deletes unused ones", async ({
  page,
  createPost,
}) => {
  const mark = randomBytes(6).toString("hex");
  const upload = async (name: string) => {
    const response = await page.request.post(`/api/images?name=${name}`, { data: await picture() });
    expect(response.status()).toBe(201);
    const image: { id: number; url: string } = await response.json();
    return image;
  };
  const used = await upload(`used-${mark}.png`);
  await upload(`unused-${mark}.png`);
  await createPost({ slug: "z8", title: "A post with a picture", content: `![x](${used.url})` });
  const card = (name: string) =>
    page.getByRole("list", { name: "Images" }).getByRole("listitem").filter({ hasText: name });

  await openContent(page);
  await page.getByRole("link", { name: "Images", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Images" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search images" }).fill(mark);
  await expect(page.getByText("2 images", { exact: true })).toBeVisible();
  await expect(card(`used-${mark}`).filter({ hasText: "A post with a picture" })).toHaveCount(1);
  await expect(card(`unused-${mark}`)).toContainText("Unused");
  expect(await accessibilityProblems(page)).toEqual([]);

  await test.step("an alt text is saved for later uses", async () => {
    await button(page, `Edit the alt text of unused-${mark}.png`).click();
    await field(page, "Alt text").fill("Rents by city");
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Save").click();
    await expect(toast(page)).toContainText("The alt text was saved.");
    await expect(card(`unused-${mark}`)).toContainText("Rents by city");
  });
  await test.step("files that are pasted anywhere are uploaded", async () => {
    const again = (
      await page.request.get(`/images/${used.url.split("/").slice(2).join("/")}`)
    ).body();
    await page.evaluate(
      (content) => {
        const bytes = Uint8Array.from(atob(content), (each) => each.codePointAt(0) ?? 0);
        const data = new DataTransfer();
        data.items.add(new File([bytes], "pasted-anywhere.png", { type: "image/png" }));
        document.body.dispatchEvent(
          new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }),
        );
      },
      (await again).toString("base64"),
    );
    await expect(toast(page)).toContainText("The image was uploaded.");
    await expect(card("pasted-anywhere")).toContainText("Unused");
  });
  await test.step("the editor's dialog offers it, with its alt text", async () => {
    await openContent(page);
    await button(page, "Insert image").click();
    await tab(page, "Library").click();
    await page.getByRole("searchbox", { name: "Search images" }).fill(mark);
    await button(page, `Use unused-${mark}.png`).click();
    await expect(field(page, "Alt text")).toHaveValue("Rents by city");
    await button(page, "Cancel").click();
  });
  await test.step("only an unused one can be deleted", async () => {
    await page.goto("/content-management/images");
    await page.getByRole("searchbox", { name: "Search images" }).fill(mark);
    await expect(button(page, `Delete used-${mark}.png`)).toBeHidden();
    await button(page, `Delete unused-${mark}.png`).click();
    await button(page, "Delete image").click();
    await expect(toast(page)).toContainText("The image was deleted.");
    await expect(page.getByText("1 image", { exact: true })).toBeVisible();
    await button(page, "Unused").click();
    await expect(page.getByText(`No images match “${mark}”.`)).toBeVisible();
  });
  await test.step("all unused ones are deleted, except recent ones", async () => {
    await page.getByRole("searchbox", { name: "Search images" }).fill("");
    await upload(`recent-${mark}.png`);
    await page.reload();
    await button(page, "Unused").click();
    await button(page, "Delete unused images").click();
    await expect(page.getByRole("dialog")).toContainText(
      "in the last 7 days are permanently deleted",
    );
    await page.getByRole("dialog").getByRole("button", { name: "Delete unused images" }).click();
    await expect(toast(page)).toContainText(
      "There was nothing to delete: all unused images are recent.",
    );
    await expect(card(`recent-${mark}`)).toHaveCount(1);
  });
});
