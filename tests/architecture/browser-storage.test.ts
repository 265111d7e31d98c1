import { globSync, readdirSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { cookiePolicy, thirdParties } from "@/components/legal/content/cookie-policy";
import { cookies, storageItems } from "@/lib/contracts/browser-storage";

/** What stores something in a browser. */
const storage = new Set(["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"]);

/** Where a module uses the browser's storage, sets a cookie itself, or reads cookies in a script. */
function findStorage(path: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    Identifier: ({ name }) => {
      if (storage.has(name)) found.push(name);
    },
    MemberExpression: ({ object, property }) => {
      const names = [object, property].map((node) => (node.type === "Identifier" ? node.name : ""));
      if (names.join(".") === "document.cookie") found.push("document.cookie");
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const { object } = callee;
      const isNextCookies =
        (object.type === "MemberExpression" &&
          object.property.type === "Identifier" &&
          object.property.name === "cookies") ||
        (object.type === "Identifier" && object.name === "cookieStore");
      if (callee.property.name === "set" && isNextCookies) found.push("cookies.set");
    },
    Literal: ({ value }) => {
      if (typeof value === "string" && value.toLowerCase() === "set-cookie") found.push(value);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

const modules = globSync("{app,components,lib,server}/**/*.{ts,tsx}")
  .concat("middleware.ts")
  .filter((path) => !/\.test\.tsx?$/.test(path) && !path.includes("/generated/"));

test("only one file uses the browser's storage, and only the cookie jar's answer sets cookies", () => {
  const users = modules.filter((path) => findStorage(path, readFileSync(path, "utf8")).length > 0);
  expect(users.toSorted()).toEqual([
    "lib/client/browser-storage.ts",
    "lib/http/route/route.ts",
    // Never keeps a response that sets one.
    "server/web/page-store/page-store.ts",
  ]);
});

describe("finds storage in", () => {
  test.each([
    'localStorage.setItem("a", "1");',
    'window.sessionStorage["a"] = "1";',
    'document.cookie = "a=1";',
    'response.cookies.set("a", "1");',
    'await caches.open("a");',
    'indexedDB.open("a");',
    'headers.append("Set-Cookie", "a=1");',
  ])("%s", (source) => {
    expect(findStorage("a.ts", source)).not.toEqual([]);
  });
});

describe.each([
  ["over https", true],
  ["without https", false],
])("the page on cookies, %s,", (_, isSecure) => {
  const { content } = cookiePolicy({ isSecure, hasPolicyWidget: true });

  test("lists every cookie and every key", () => {
    const prefix = isSecure ? "__Host-" : "";
    for (const name of Object.keys(cookies)) expect(content).toContain(`**${prefix}${name}** (`);
    for (const { key } of Object.values(storageItems)) expect(content).toContain(`**${key}`);
  });

  test("names every company that lib/providers talks to", () => {
    // A bucket gets images of posts, and nothing about people.
    const providers = readdirSync("lib/providers").filter((name) => name !== "s3");
    expect(Object.keys(thirdParties)).toEqual(expect.arrayContaining(providers));
    for (const { name } of Object.values(thirdParties)) expect(content).toContain(`**${name}**`);
  });
});

test("the page on cookies says how long each cookie lasts", () => {
  const { content } = cookiePolicy({ isSecure: true, hasPolicyWidget: false });
  for (const text of [
    "**__Host-threeline-session** (90 days) keeps you logged in.",
    "**__Host-threeline-login** (15 minutes) recognizes the browser",
    "**__Host-threeline-browser** (400 days) remembers",
    "**__Host-threeline-checkout** (30 days) connects",
    "**__Host-next-auth.csrf-token** (until you close the browser) protects",
    "**userData** (local storage, until it’s deleted): a copy of your account details",
  ]) {
    expect(content).toContain(text);
  }
});
