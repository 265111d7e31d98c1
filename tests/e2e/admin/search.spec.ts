import { expect } from "playwright/test";
import { openAsMember } from "../../support/browser/admin-pages";
import { expectGoodAtAllWidths } from "../../support/browser/all-widths";
import { test } from "../../support/browser/content-screen";
import { subscribe } from "../../support/browser/login";
import { mondayAhead, shownDate } from "../../support/browser/sandbox-clock";

test("one box finds a person, a day, a post, and a setting", async ({ page, createPost }) => {
  const { email } = await subscribe(page.context().request);
  await createPost({ slug: "q7", title: "Copper falls twice" });
  await page.goto("/admin");
  const box = page.getByRole("combobox", { name: "Search" });
  const find = async (text: string) => {
    await page.keyboard.press("ControlOrMeta+k");
    await box.fill(text);
  };
  await expect(page.getByRole("button", { name: /^Search/ })).toBeVisible();

  await test.step("the keys open it, Escape closes it, and the focus returns", async () => {
    const button = page.getByRole("button", { name: /^Search/ });
    await button.focus();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(box).toBeFocused();
    await expect(page.getByRole("option", { name: "Money" })).toBeVisible();
    await expectGoodAtAllWidths(page);
    await page.keyboard.press("Escape");
    await expect(box).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step("a person", async () => {
    await find(email);
    await page.getByRole("option", { name: email }).click();
    await expect(page).toHaveURL(/\/admin\/subscribers\/\d+$/);
  });

  await test.step("a post, which opens in the editor, with the keyboard", async () => {
    await find("copper falls");
    await expect(page.getByRole("option", { name: "Copper falls twice" })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/content-management$/);
    await expect(page.getByRole("tab", { name: "Edit Post" })).toBeVisible();
  });

  await test.step("a day", async () => {
    const date = mondayAhead(0);
    await find(date);
    await page.getByRole("option", { name: shownDate(date, "long") }).click();
    await expect(page).toHaveURL(`/daily-messages-admin?edit=${date}`);
  });

  await test.step("a setting", async () => {
    await find("texts a day");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/settings$/);
  });

  await test.step("nothing", async () => {
    await find("zzzzzz");
    await expect(page.getByText("Nothing matches “zzzzzz”.")).toBeVisible();
  });
});

test("support finds no settings and no money", async ({ browser }) => {
  const page = await openAsMember(browser, "support", "/admin");
  await page.getByRole("button", { name: /^Search/ }).click();
  await expect(page.getByRole("option", { name: "Subscribers" })).toBeVisible();
  await expect(page.getByRole("option", { name: "Money" })).toBeHidden();
  await page.getByRole("combobox", { name: "Search" }).fill("texts a day");
  await expect(page.getByText("Nothing matches")).toBeVisible();
});

test("search stays next to the account, however the header wraps", async ({ page }) => {
  await page.goto("/content-management");
  const search = page.getByRole("button", { name: /^Search/ });
  await expect(search).toBeVisible();
  const topOf = async (name: RegExp) =>
    (await page.getByRole("button", { name }).boundingBox())?.y ?? Number.NaN;
  for (const width of [1440, 1280, 1100, 900, 768]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await topOf(/^Search/), `${width} px`).toBe(await topOf(/, account menu$/));
  }
});
