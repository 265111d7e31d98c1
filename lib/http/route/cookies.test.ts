import { describe, expect, test } from "vitest";
import { cookieName, openCookieJar, parseCookies, serializeCookie } from "./cookies";

describe("parseCookies", () => {
  test.each([
    [null, []],
    ["", []],
    ["a=1", [["a", "1"]]],
    [
      "a=1; b=2%3D; c=x=y",
      [
        ["a", "1"],
        ["b", "2="],
        ["c", "x=y"],
      ],
    ],
    ["a=first; a=second", [["a", "first"]]],
    ["=x; lone; a=%E0%A4%A; b=2", [["b", "2"]]],
  ])("%j", (header, cookies) => {
    expect([...parseCookies(header)]).toEqual(cookies);
  });
});

test("a cookie is for this host alone and no script reads it", () => {
  expect(serializeCookie({ name: "a", value: "1;2", maxAgeS: 60, secure: true })).toBe(
    "a=1%3B2; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  expect(cookieName("a", true)).toBe("__Host-a");
  expect(cookieName("a", false)).toBe("a");
});

test("the last value set under a name counts", () => {
  const jar = openCookieJar(new Request("http://localhost/", { headers: { cookie: "a=0" } }));
  const cookie = { name: "a", maxAgeS: 1, secure: false };
  jar.set({ ...cookie, value: "1" });
  jar.set({ ...cookie, value: "2" });
  expect(jar.get("a")).toBe("0");
  expect(jar.lines()).toEqual(["a=2; Path=/; Max-Age=1; HttpOnly; SameSite=Lax"]);
});
