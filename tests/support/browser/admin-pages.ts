import { randomUUID } from "node:crypto";
import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Route,
} from "playwright/test";
import { logInAdmin } from "./public-pages";
import { messagesTo } from "./purchase";

/** The visible toast; an earlier one may still be fading out. */
export function toastOf(page: Page) {
  return page.locator('[data-sonner-toast][data-removed="false"]');
}

/** Expects a toast with a title and description. */
export async function expectToast(
  page: Page,
  title: string,
  description: string | RegExp,
): Promise<void> {
  // The newest comes first; an earlier one with the same text may still be fading out.
  const toast = toastOf(page).filter({ hasText: description }).first();
  await expect(toast.locator("[data-title]")).toHaveText(title);
  await expect(toast.locator("[data-description]")).toHaveText(description);
}

/** What a screen reader says after a field's name, once that gets focus. */
export function readOnFocus(field: Locator): Promise<string> {
  return field.evaluate(
    (input) =>
      new Promise<string>((resolve) => {
        const read = () => {
          const note = document.getElementById(input.getAttribute("aria-describedby") ?? "");
          resolve(note?.textContent ?? "");
        };
        input.addEventListener("focus", read, { once: true });
      }),
  );
}

/** Ends a browser's session on the server, as if it had expired; the cookie stays. */
export async function endAdminSession(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies();
  const response = await context.request.post("/api/admin/logout");
  expect(response.status()).toBe(200);
  await context.addCookies(cookies);
}

/** Opens an editor screen as an administrator. */
export async function openAsAdmin(page: Page, address: string): Promise<void> {
  await logInAdmin(page.context().request);
  await page.goto(address);
}

/** Opens an admin screen in its own browser, as someone new on the team with this role. */
export async function openAsMember(
  browser: Browser,
  role: "editor" | "support",
  address: string,
): Promise<Page> {
  const owner = await browser.newContext();
  await logInAdmin(owner.request);
  const email = `${role}-${randomUUID()}@example.com`;
  const invited = await owner.request.post("/api/admin/team/invitations", {
    data: { email, role },
  });
  expect(invited.status()).toBe(200);
  await expect.poll(() => messagesTo(owner.request, "email", email)).not.toEqual([]);
  const [message] = await messagesTo(owner.request, "email", email);
  const token = /\/admin-invitation\/([\w-]+)/.exec(message?.text ?? "")?.[1] ?? "";
  await owner.close();
  const member = await browser.newContext();
  const joined = await member.request.post(`/api/admin/invitations/${token}`, {
    data: { displayName: role, username: email, password: "ribbons over the sea" },
  });
  expect(joined.status()).toBe(200);
  const page = await member.newPage();
  await page.goto(address);
  return page;
}

/** Holds every call to a URL until the returned function is called. */
export async function holdCalls(page: Page, url: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route: Route) => {
    await held;
    await route.fallback();
  });
  return release;
}

/** Opens the account menu and chooses what is named. */
export async function chooseInAccountMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole("button", { name: /, account menu$/ });
  await menu.click();
  await page.getByRole("banner").getByText(name, { exact: true }).filter({ visible: true }).click();
}
