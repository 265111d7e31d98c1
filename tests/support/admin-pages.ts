import { expect, type BrowserContext, type Page, type Route } from "playwright/test";
import { logInAdmin } from "./public-pages";

/** The one toast that is shown; the one before it may still be on its way out. */
export function toastOf(page: Page) {
  return page.locator('[data-sonner-toast][data-removed="false"]');
}

/** Expects a toast with a title and a sentence under it. */
export async function expectToast(
  page: Page,
  title: string,
  sentence: string | RegExp,
): Promise<void> {
  // The newest stands first; for a moment the one before it may say the same.
  const toast = toastOf(page).filter({ hasText: sentence }).first();
  await expect(toast.locator("[data-title]")).toHaveText(title);
  await expect(toast.locator("[data-description]")).toHaveText(sentence);
}

/** Ends the session of a browser on the server, as if its time had run out; the cookie stays. */
export async function endAdminSession(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies();
  const response = await context.request.post("/api/admin/logout");
  expect(response.status()).toBe(200);
  await context.addCookies(cookies);
}

/** Opens an editors' screen as an administrator. */
export async function openAsAdmin(page: Page, address: string): Promise<void> {
  await logInAdmin(page.context().request);
  await page.goto(address);
}

/** Holds every call to an address until it is let go. */
export async function holdCalls(page: Page, url: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route: Route) => {
    await held;
    await route.fallback();
  });
  return release;
}
