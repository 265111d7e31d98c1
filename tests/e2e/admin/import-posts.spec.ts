import { expect } from "playwright/test";
import { startFormerSite } from "../../support/archives/former-site";
import { ghostExport } from "../../support/archives/ghost";
import { expectGoodAtAllWidths, smallTargets } from "../../support/browser/all-widths";
import { openAsAdmin, openAsMember } from "../../support/browser/admin-pages";
import { test } from "../../support/browser/own-address";

const file = (content: string) => ({
  name: "news.ghost.json",
  mimeType: "application/json",
  buffer: Buffer.from(content),
});

test("an editor brings the posts of a Ghost site, and its old addresses lead to them", async ({
  browser,
}) => {
  const site = await startFormerSite();
  const page = await openAsMember(browser, "editor", "/content-management");
  const screen = page.getByRole("main");
  // The other tests' posts stay, and this file's old addresses are used once.
  const name = `the-fed-holds-${Date.now()}`;
  const old = ghostExport().replaceAll("the-fed-holds", name).replaceAll("65e6f0aa", name);

  await test.step("the screen is reached from Content", async () => {
    await screen.getByRole("link", { name: "Import posts" }).click();
    await expect(screen.getByRole("heading", { name: "Import posts", level: 1 })).toBeVisible();
    await expect(screen.getByRole("button", { name: "Check file" })).toBeDisabled();
    await expectGoodAtAllWidths(page);
  });

  await test.step("a missing address is asked for, and the file stays chosen", async () => {
    await screen.getByLabel("Choose an export").setInputFiles(file(old));
    await screen.getByRole("button", { name: "Check file" }).click();
    await expect(screen.getByRole("alert")).toContainText("doesn’t say where the site is");
    await expect(screen.getByText("news.ghost.json")).toBeVisible();
  });

  await test.step("check", async () => {
    await screen.getByLabel("Where the posts are now").fill(site.url);
    await page.keyboard.press("Enter");
    await expect(screen.getByRole("heading", { name: "5 posts to import" })).toBeVisible();
    await expect(screen.getByRole("row", { name: "For members" })).toContainText(
      "Draft: only members could read it.",
    );
    await expect(screen.getByText("Left out: About (page).")).toBeVisible();
    await expectGoodAtAllWidths(page);
    expect(await smallTargets(page)).toEqual([]);
    expect((await page.request.get(`/${name}`, { maxRedirects: 0 })).status()).toBe(404);
  });

  await test.step("import", async () => {
    await screen.getByRole("button", { name: "Import 5 posts" }).click();
    await expect(screen.getByRole("heading", { name: "5 posts imported" })).toBeVisible();
    await expect(screen.getByText("Image not fetched (the site answered 404)")).toBeVisible();
    await expectGoodAtAllWidths(page);
  });

  await test.step("the old address leads to the post", async () => {
    const link = screen.getByRole("row", { name: "The Fed holds" }).getByRole("link");
    const address = (await link.getAttribute("href")) ?? "";
    const moved = await page.request.get(`/${name}/`, { maxRedirects: 0 });
    expect([moved.status(), moved.headers()["location"]]).toEqual([301, address]);
    expect((await page.request.get(`/${name}-2`, { maxRedirects: 0 })).status()).toBe(404);
    await page.goto(`/${name}`);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { name: "The Fed holds", level: 1 })).toBeVisible();
  });
  site.close();
  await page.context().close();
});

test("an import that is interrupted can be repeated", async ({ page }) => {
  await openAsAdmin(page, "/content-management/import");
  const screen = page.getByRole("main");
  const old = ghostExport().replaceAll("65e6f0aa", `${Date.now()}`).replaceAll("__GHOST_URL__", "");
  await screen.getByLabel("Choose an export").setInputFiles(file(old));
  await screen.getByRole("button", { name: "Check file" }).click();
  await page.route("**/api/posts/import?*", (route) => route.abort(), { times: 1 });
  await screen.getByRole("button", { name: "Import 5 posts" }).click();
  await expect(screen.getByRole("alert")).toContainText("no post is added twice");
  await screen.getByRole("button", { name: "Import 5 posts" }).click();
  await expect(screen.getByRole("heading", { name: "5 posts imported" })).toBeVisible();
  await screen.getByRole("button", { name: "Check file" }).click();
  await expect(screen.getByText("Every post in this file was imported before.")).toBeVisible();
});

test("says what is wrong with a file that can't be read", async ({ page }) => {
  await openAsAdmin(page, "/content-management/import");
  const screen = page.getByRole("main");
  await screen.getByLabel("Choose an export").setInputFiles(file("title,slug\n"));
  await screen.getByRole("button", { name: "Check file" }).click();
  await expect(screen.getByRole("alert")).toContainText("neither a Ghost export");
});
