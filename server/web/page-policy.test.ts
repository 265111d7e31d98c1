import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { createPagePolicy } from "./page-policy";

const script = 'self.__next_f.push([1,"a"])';
const source = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
const html = `<html><body><p>ü</p><script>alert(1)</script><p>b</p><script>${script}</script></body></html>`;

let close: (() => void) | undefined;
afterEach(() => close?.());

/** A server with the page policy. Returns a function that sends it requests. */
async function serve(answer: RequestListener, siteUrl = "http://localhost:3000") {
  const apply = createPagePolicy({
    SITE_URL: siteUrl,
    ANALYTICS_URL: undefined,
    CONTACT_FORM_URL: undefined,
    PRIVACY_WIDGET_URL: undefined,
    TERMS_WIDGET_URL: undefined,
    PADDLE_SCRIPT_URL: "https://cdn.paddle.com/paddle/v2/paddle.js",
  });
  const server = createServer((request, response) => {
    apply(request, response);
    answer(request, response);
  });
  server.listen(0);
  await once(server, "listening");
  close = () => server.close();
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return async (path = "/", init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const policy = response.headers.get("content-security-policy");
    const endpoints = response.headers.get("reporting-endpoints");
    return { policy, endpoints, text: await response.text(), status: response.status };
  };
}

describe("a page gets a policy with the hashes of its own scripts", () => {
  test("when it is sent at once", async () => {
    const ask = await serve((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(html);
    });
    const { policy, text } = await ask();
    expect(policy).toContain(`script-src 'self' ${source};`);
    expect(text).toBe(html);
  });

  test("when it is streamed, with its type set first", async () => {
    const ask = await serve((_, response) => {
      response.statusCode = 404;
      response.setHeader("content-type", "text/html");
      response.flushHeaders();
      response.write(html.slice(0, 20), "utf8");
      response.write(Buffer.from(html.slice(20)), () => response.end());
    });
    const { status, text, policy } = await ask();
    expect([status, text]).toEqual([404, html]);
    expect(policy).toContain(source);
  });

  test("when it is compressed", async () => {
    const ask = await serve((_, response) => {
      response.setHeader("content-type", "text/html");
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(html));
    });
    const { policy, text } = await ask();
    expect(policy).toContain(source);
    expect(text).toBe(html);
  });

  test("when its ETag is known, for HEAD too", async () => {
    const ask = await serve((_, response) => {
      response.setHeader("content-type", "text/html");
      response.setHeader("etag", '"1"');
      response.end(html);
    });
    expect((await ask("/", { method: "HEAD" })).policy).toContain("script-src 'self';");
    expect((await ask()).policy).toContain(source);
    expect((await ask()).policy).toContain(source);
    expect((await ask("/", { method: "HEAD" })).policy).toContain(source);
  });
});

test("leaves everything but pages unchanged", async () => {
  const ask = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"a":1}');
  });
  expect(await ask()).toEqual({ policy: null, endpoints: null, text: '{"a":1}', status: 200 });
});

test("allows the checkout's hosts only on the pricing page", async () => {
  const ask = await serve((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html);
  });
  expect((await ask("/pricing?a=1")).policy).toContain("script-src 'self' https://*.paddle.com ");
  expect((await ask("/")).policy).not.toContain("paddle");
});

test.each([
  ["http://localhost:3000", null],
  ["https://site.example", 'csp="/api/csp-reports"'],
])("says where reports go at %s: %s", async (siteUrl, expected) => {
  const ask = await serve((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html);
  }, siteUrl);
  expect((await ask()).endpoints).toBe(expected);
});
