import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { loadScriptsLate } from "./late-scripts";

const policy = "default-src 'self'; script-src 'self' 'sha256-abc'; style-src 'self'";
const head =
  '<!DOCTYPE html><html><head><link rel="preconnect" href="/" crossorigin=""/>' +
  '<link rel="stylesheet" href="/_next/static/chunks/a.css"/>' +
  '<link rel="manifest" href="/manifest.webmanifest"/>' +
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/c.js"/>' +
  '<script src="/_next/static/chunks/a-1.js" async=""></script>' +
  '<script src="/_next/static/chunks/old.js" noModule=""></script></head>';
const data = '<script>self.__next_f.push([1,"\\u003cscript src"])</script>';
const body = `<body><p>Text</p><script src="/_next/static/chunks/c.js" async=""></script>${data}</body></html>`;

function finish(html: string, headers: Record<string, string> = {}) {
  const page = loadScriptsLate({
    status: 200,
    headers: { "content-security-policy": policy, ...headers },
    body: Buffer.from(html),
  });
  const { "content-security-policy": changedPolicy, etag } = page.headers;
  return { html: page.body.toString(), policy: changedPolicy, etag };
}

describe("a page from Next", () => {
  const { html, policy: changed } = finish(head + body);

  test("names its scripts without loading them", () => {
    expect(html.match(/<script (?:data-)?src[^>]*>/g)).toEqual([
      '<script data-src="/_next/static/chunks/a-1.js">',
      '<script src="/_next/static/chunks/old.js" noModule="">',
      '<script data-src="/_next/static/chunks/c.js">',
    ]);
  });

  test("has no other link that loads before the page is painted", () => {
    expect(html.match(/<link[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/_next/static/chunks/a.css"/>',
    ]);
  });

  test("ends with one more script, which the policy allows", () => {
    const [, code = ""] = /<script>([^<]*)<\/script><\/body><\/html>$/.exec(html) ?? [];
    const hash = createHash("sha256").update(code).digest("base64");
    expect(changed).toBe(policy.replace("'sha256-abc'", `'sha256-abc' 'sha256-${hash}'`));
  });

  test("has an ETag of its own", () => {
    const { etag } = finish(head + body, { etag: '"abc"' });
    expect(etag).toMatch(/^"abc-[\w+/]{8}"$/);
  });

  test("keeps everything else", () => {
    expect(html).toContain("<p>Text</p>");
    expect(html).toContain(data);
    expect(html).toContain('<link rel="stylesheet" href="/_next/static/chunks/a.css"/>');
  });
});

test.each([
  ["a feed", "<rss></rss>", {}],
  ["a page without a policy", head + body, { "content-security-policy": "" }],
  ["half a page", head, {}],
  ["a personal page", head + body, { "x-robots-tag": "noindex, nofollow" }],
])("%s stays as it is", (_, html, headers) => {
  expect(finish(html, headers).html).toBe(html);
});
