import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { contentSecurityPolicy, scriptSources } from "./content-security-policy";

const sourceOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

const nowhere = { connect: [], form: [], frame: [], script: [], isHttps: false };

describe("inline scripts", () => {
  test.each([
    "(self.__next_f=self.__next_f||[]).push([0])",
    'self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n\\u003c/script>"])',
    '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["a.js"]});',
    "requestAnimationFrame(function(){$RT=performance.now()});",
  ])("from the framework get a hash: %s", (code) => {
    expect(scriptSources(`<p>a</p><script id="_R_">${code}</script>`)).toEqual([sourceOf(code)]);
  });

  test.each([
    "alert(1)",
    "self.__next_f.push(alert(1))",
    'self.__next_f.push([0]);alert("x")',
    "self.__next_f.push([0]),alert([1])",
    "(self.__next_f=self.__next_f||[]).push([0]);alert([0])",
    "",
  ])("from anyone else get none: %s", (code) => {
    expect(scriptSources(`<script>${code}</script>`)).toEqual([]);
  });

  test("with a src or a data type need no hash", () => {
    const html =
      '<script src="/a.js" async=""></script><script type="application/ld+json">{"a":1}</script>';
    expect(scriptSources(html)).toEqual([]);
  });
});

describe("the policy", () => {
  test("allows only the site itself by default", () => {
    expect(contentSecurityPolicy(["'sha256-a'"], nowhere)).toBe(
      "default-src 'self'; script-src 'self' 'sha256-a'; style-src 'self' 'unsafe-inline'; img-src 'self' https: http: data:; font-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
    );
  });

  test("allows the configured origins where they are needed", () => {
    const policy = contentSecurityPolicy([], {
      connect: ["https://stats.example"],
      form: ["https://forms.example"],
      frame: ["https://policies.example"],
      script: ["https://pay.example"],
      isHttps: true,
    });
    expect(policy).toContain("connect-src 'self' https://stats.example https://pay.example;");
    expect(policy).toContain("form-action 'self' https://forms.example;");
    expect(policy).toContain("frame-src https://policies.example https://pay.example;");
    expect(policy).toContain("script-src 'self' https://pay.example;");
    expect(policy).toMatch(/; upgrade-insecure-requests$/);
  });
});
