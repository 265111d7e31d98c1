import { describe, expect, test } from "vitest";
import { cookieName } from "@/lib/contracts/browser-storage";
import { openCookieJar, parseCookies, serializeCookie } from "./cookies";

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
  const name = cookieName("threeline-session", true);
  expect(serializeCookie({ name, value: "1;2", maxAgeS: 60, secure: true })).toBe(
    "__Host-threeline-session=1%3B2; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  expect(cookieName("threeline-session", false)).toBe("threeline-session");
});

test("the last value set under a name counts", () => {
  const headers = { cookie: "threeline-login=0" };
  const jar = openCookieJar(new Request("http://localhost/", { headers }));
  const cookie = { name: "threeline-login", maxAgeS: 1, secure: false } as const;
  jar.set({ ...cookie, value: "1" });
  jar.set({ ...cookie, value: "2" });
  expect(jar.get("threeline-login")).toBe("0");
  expect(jar.lines()).toEqual(["threeline-login=2; Path=/; Max-Age=1; HttpOnly; SameSite=Lax"]);
});
