import { describe, expect, test } from "vitest";
import { openCookieJar, parseCookies } from "./cookies";

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
  const headers = { cookie: "__Host-threeline-session=0; threeline-session=planted" };
  const jar = openCookieJar(new Request("https://localhost/", { headers }), true);
  jar.set("threeline-session", "1;2", 60);
  expect(jar.get("threeline-session")).toBe("0");
  expect(jar.lines()).toEqual([
    "__Host-threeline-session=1%3B2; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  ]);
});

test("the last value set under a name counts", () => {
  const headers = { cookie: "threeline-login=0" };
  const jar = openCookieJar(new Request("http://localhost/", { headers }), false);
  jar.set("threeline-login", "1", 0);
  jar.set("threeline-login", "2");
  expect(jar.get("threeline-login")).toBe("0");
  expect(jar.lines()).toEqual(["threeline-login=2; Path=/; Max-Age=900; HttpOnly; SameSite=Lax"]);
});
