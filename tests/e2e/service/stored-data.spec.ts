import { expect, type Page } from "playwright/test";
import { cookies, storageItems } from "../../../lib/contracts/browser-storage";
import { logIn, subscribe } from "../../support/browser/login";
import { test } from "../../support/browser/own-address";
import { logInAdmin } from "../../support/browser/public-pages";

/** The names of cookies and keys that the page on cookies doesn't list. */
async function unlisted(page: Page): Promise<string[]> {
  const names = (await page.context().cookies()).map(({ name }) => name);
  const keys = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  const prefixes = Object.values(storageItems).map(({ key }) => key);
  return [
    ...names.filter((name) => !(name in cookies)),
    ...keys.filter((key) => !prefixes.some((prefix) => key.startsWith(prefix))),
  ];
}

const stored = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

test("readers get no cookie and nothing is stored in their browser", async ({ page }) => {
  for (const path of ["/", "/read", "/pricing", "/about", "/privacy", "/contact"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await stored(page)).toEqual([]);
    expect(await unlisted(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  }
});

test("subscribers and editors get only what the page on cookies lists", async ({
  page,
  request,
}) => {
  const { email } = await subscribe(request);
  await logIn(page, email);
  await logInAdmin(page.request);
  await page.goto("/content-management");
  await page.getByLabel("Title").fill("A draft");
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)))
    .toEqual(expect.arrayContaining([expect.stringMatching(/draft:/)]));
  expect(await stored(page)).toEqual(
    expect.arrayContaining(["threeline-session", "threeline-browser", "threeline-device"]),
  );
  expect(await unlisted(page)).toEqual([]);
});
