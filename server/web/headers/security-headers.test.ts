import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createSecurityHeaders } from "./security-headers";

let close: (() => void) | undefined;
afterEach(() => close?.());

/** The headers of what a handler answers. */
async function headersOf(answer: RequestListener, { isHttps = true } = {}): Promise<Headers> {
  const apply = createSecurityHeaders({ isHttps, hasPagePolicy: true });
  const server = createServer((request, response) => {
    apply(response);
    answer(request, response);
  });
  server.listen(0);
  await once(server, "listening");
  close = () => server.close();
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await response.text();
  return response.headers;
}

const json: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
};

test("every response names what browsers may do with it", async () => {
  const headers = Object.fromEntries(await headersOf(json));
  expect(headers).toMatchObject({
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
    "cross-origin-opener-policy": "same-origin-allow-popups",
  });
});

test("without https, browsers aren't told to insist on it", async () => {
  const headers = await headersOf(json, { isHttps: false });
  expect(headers.has("strict-transport-security")).toBe(false);
});

test("a page's own policy and a path's own headers win", async () => {
  const headers = await headersOf((_, response) => {
    response.setHeader("content-security-policy", "default-src 'self'");
    response.setHeader("referrer-policy", "no-referrer");
    response.end("text");
  });
  expect(headers.get("content-security-policy")).toBe("default-src 'self'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

test("a 304 keeps the policy of the page that the browser stored", async () => {
  const headers = await headersOf((_, response) => response.writeHead(304).end());
  expect(headers.has("content-security-policy")).toBe(false);
});

describe("the character set is named", () => {
  test.each([
    ["text/javascript", "text/javascript; charset=utf-8"],
    ["text/plain;charset=UTF-8", "text/plain;charset=UTF-8"],
    ["image/svg+xml", "image/svg+xml; charset=utf-8"],
    ["application/xml", "application/xml; charset=utf-8"],
    ["application/json", "application/json"],
    ["image/png", "image/png"],
  ])("%s is sent as %s", async (given, sent) => {
    const byHead = await headersOf((_, response) => {
      response.writeHead(200, { "Content-Type": given }).end("");
    });
    expect(byHead.get("content-type")).toBe(sent);
    close?.();
    const bySetter = await headersOf((_, response) => {
      response.setHeader("content-type", given);
      response.end("");
    });
    expect(bySetter.get("content-type")).toBe(sent);
  });
});
