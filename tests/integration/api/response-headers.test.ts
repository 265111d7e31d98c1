import { globSync } from "node:fs";
import { dirname, relative } from "node:path";
import { getPathMatch } from "next/dist/shared/lib/router/utils/path-match.js";
import { expect, test } from "vitest";
import config from "@/next.config";

/** The value that Next sends. A later entry wins, and routes don't override it. */
async function configured(path: string, name: string): Promise<string | undefined> {
  const entries = (await config.headers?.()) ?? [];
  return entries
    .filter(({ source }) => getPathMatch(source)(path) !== false)
    .flatMap(({ headers }) => headers)
    .findLast(({ key }) => key === name)?.value;
}

test.each([
  // The server's own default: server/web/headers.
  ["/", undefined],
  ["/auth/verify", "no-referrer"],
  ["/unsubscribe/token", "no-referrer"],
  ["/api/unsubscribe/token", "no-referrer"],
  ["/confirm-email/token", "no-referrer"],
  ["/api/confirm-email/token", "no-referrer"],
  ["/change-email/token", "no-referrer"],
  ["/api/change-email/token", "no-referrer"],
  ["/change-email/stop/token", "no-referrer"],
  ["/api/change-email/stop/token", "no-referrer"],
  ["/admin-invitation/token", "no-referrer"],
])("%s asks for the referrer policy %s", async (path, policy) => {
  expect(await configured(path, "referrer-policy")).toBe(policy);
});

const adminPages = globSync("app/(admin)/**/page.tsx").map((file) =>
  `/${relative("app/(admin)", dirname(file))}`.replaceAll(/\[\w+\]/g, "1"),
);

/** Everyone gets the same page: they log in, or try a text, on it. */
const openToAll = ["/cms-login-fpng", "/test-make-sms"];

test("all pages of the admin area are found", () => {
  expect(adminPages).toEqual(
    expect.arrayContaining(["/admin", "/admin/subscribers/1", ...openToAll]),
  );
});

test.each(adminPages)("no search engine may list %s", async (path) => {
  expect(await configured(path, "x-robots-tag")).toBe("noindex, nofollow");
});

test.each(adminPages.filter((path) => !openToAll.includes(path)))(
  "no proxy may store %s",
  async (path) => {
    expect(await configured(path, "cache-control")).toBe("private, no-store");
  },
);

test.each(["/", "/read", "/r/k3", "/api/posts"])("%s decides its own caching", async (path) => {
  expect(await configured(path, "cache-control")).toBeUndefined();
});
