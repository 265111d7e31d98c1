// Over 300 lines because all tests use one small application.
import { once } from "node:events";
import { createServer, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pageStamp, pageStampHeader } from "@/lib/http/pages/page-stamp";
import type { PageSubject } from "@/lib/platform/database/page-versions";
import { createPageStore } from "./page-store";

// A store in front of a small application with posts. What the store doesn't answer gets "from Next".

const policy = "script-src 'sha256-abc'";

let database: { posts: number; daily_messages: number; isUp: boolean };
let known: { posts: number; daily_messages: number };
let title: string;
let renderedPaths: string[];
let epochMs: number;
/** What the application responds for a path, if not the usual page. */
let special: Map<string, () => Promise<Response> | Response>;
let isStamped: boolean;
let close: () => void;
let port: number;

type Response = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

const versions = {
  refresh: () => {
    if (database.isUp) known = { ...database };
    return Promise.resolve();
  },
  isReachable: () => database.isUp,
  versionOf: (subject: PageSubject) => String(known[subject]),
};

function page(body: string, headers: OutgoingHttpHeaders = {}): Response {
  const stamp = pageStamp(["posts"], versions, new Date(epochMs));
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "s-maxage=60, stale-while-revalidate=31535940",
      "content-security-policy": policy,
      etag: `"${body.length}-${body.slice(0, 20)}"`,
      vary: "rsc, next-router-state-tree",
      "x-nextjs-cache": "HIT",
      ...(isStamped ? { [pageStampHeader]: stamp } : {}),
      ...headers,
    },
    body: Buffer.from(body),
  };
}

async function start(maxBytes = 1_000_000): Promise<void> {
  const sendStored = createPageStore({
    isStatic: (path) => path === "/" || path.startsWith("/r/") || special.has(path),
    versions,
    render: async (path) => {
      renderedPaths.push(path);
      // Reads the title when it begins, as a query does, and takes a while.
      const shown = title;
      await new Promise((resolve) => setImmediate(resolve));
      return special.get(path)?.() ?? page(`<p>${shown}</p>${"x".repeat(2_000)}`);
    },
    maxBytes,
    now: () => epochMs,
  });
  const server = createServer((request, response) => {
    sendStored(request, response, () => response.end("from Next"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
  close = () => server.close();
}

beforeEach(async () => {
  database = { posts: 1, daily_messages: 1, isUp: true };
  known = { ...database };
  title = "First";
  renderedPaths = [];
  epochMs = Date.parse("2025-06-10T12:00:00Z");
  special = new Map();
  isStamped = true;
  await start();
});

afterEach(() => close());

type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

async function get(
  path: string,
  headers: OutgoingHttpHeaders = {},
  method = "GET",
): Promise<Answer> {
  const request = httpRequest({ host: "127.0.0.1", port, path, method, headers });
  request.end();
  const [response] = await once(request, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const textOf = async (path: string, headers?: OutgoingHttpHeaders, method?: string) =>
  (await get(path, headers, method)).body.toString().slice(0, 30);

test("a page is rendered once, with its own headers, and sent to everyone", async () => {
  const first = await get("/r/aa");
  const second = await get("/r/aa");
  expect(renderedPaths).toEqual(["/r/aa"]);
  expect(second.body.equals(first.body)).toBe(true);
  expect(second.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "cache-control": "s-maxage=60, stale-while-revalidate=31535940",
    vary: "rsc, next-router-state-tree, Accept-Encoding",
    "content-length": String(second.body.length),
  });
  expect(second.headers[pageStampHeader]).toBeUndefined();
});

test("a HEAD request gets the headers only", async () => {
  await get("/r/aa");
  const { headers, body } = await get("/r/aa", {}, "HEAD");
  expect(body.length).toBe(0);
  expect(headers["content-length"]).toBe((await get("/r/aa")).headers["content-length"]);
});

describe("compression", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["br;q=0.0,gzip;q=0", undefined],
    ["BR", "br"],
    ["identity", undefined],
    ["zstd, *", undefined],
    ["brotli, xgzip", undefined],
  ])("%s is sent %s", async (accepted, encoding) => {
    const plain = (await get("/r/aa")).body;
    const { headers, body } = await get("/r/aa", { "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
    const decoded =
      encoding === "br" ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body;
    expect(decoded.equals(plain)).toBe(true);
    expect(body.length < plain.length / 2).toBe(encoding !== undefined);
  });

  test("an image is sent as it is", async () => {
    special.set("/icon", () => page("p".repeat(2_000), { "content-type": "image/png" }));
    const { headers } = await get("/icon", { "accept-encoding": "br" });
    expect(headers["content-encoding"]).toBeUndefined();
  });
});

describe("a client that has the page already", () => {
  test("gets 304 without a body for every form of the tag", async () => {
    const etag = String((await get("/r/aa")).headers["etag"]);
    for (const tag of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const { status, headers, body } = await get("/r/aa", { "if-none-match": tag });
      expect([tag, status, body.length]).toEqual([tag, 304, 0]);
      expect(headers).toMatchObject({ etag, "content-security-policy": policy });
      expect(headers["content-type"]).toBeUndefined();
      expect(headers["content-length"]).toBeUndefined();
    }
    expect((await get("/r/aa", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("gets 304 by the time of the last change", async () => {
    const changed = "Tue, 10 Jun 2025 11:00:00 GMT";
    special.set("/feed", () => page("feed", { "last-modified": changed }));
    expect((await get("/feed", { "if-modified-since": changed })).status).toBe(304);
    const earlier = "Tue, 10 Jun 2025 10:00:00 GMT";
    expect((await get("/feed", { "if-modified-since": earlier })).status).toBe(200);
  });
});

describe("nothing stale is sent", () => {
  test("the next request after a change shows it", async () => {
    expect(await textOf("/r/aa")).toContain("First");
    title = "Second";
    database.posts += 1;
    expect(await textOf("/r/aa")).toContain("Second");
  });

  test("a change of something that the page doesn't show keeps it", async () => {
    await get("/r/aa");
    database.daily_messages += 1;
    await get("/r/aa");
    expect(renderedPaths.length).toBe(1);
  });

  test("a request after a change doesn't share a page that was begun before it", async () => {
    const before = get("/r/aa");
    await expect.poll(() => renderedPaths.length).toBe(1);
    title = "Second";
    database.posts += 1;
    const after = await textOf("/r/aa");
    await before;
    expect(after).toContain("Second");
    expect(await textOf("/r/aa")).toContain("Second");
  });

  test("a page from before a change, which Next rendered for someone else, isn't kept", async () => {
    const old = page("<p>Old</p>");
    database.posts += 1;
    const answers = [old, page("<p>New</p>", { [pageStampHeader]: undefined })];
    special.set("/r/bb", () => answers.shift() ?? page("<p>New</p>"));
    expect(await textOf("/r/bb")).toBe("<p>New</p>");
    expect(renderedPaths.length).toBe(3);
    await get("/r/bb");
    expect(renderedPaths.length).toBe(3);
  });

  test("a page without a stamp is sent and not kept", async () => {
    isStamped = false;
    expect(await textOf("/r/aa")).toContain("First");
    const rendered = renderedPaths.length;
    await get("/r/aa");
    expect(renderedPaths.length).toBeGreaterThan(rendered);
  });

  test("a new date in London renders it again", async () => {
    epochMs = Date.parse("2025-06-10T22:59:59Z");
    await get("/r/aa");
    await get("/r/aa");
    expect(renderedPaths.length).toBe(1);
    epochMs = Date.parse("2025-06-10T23:00:00Z");
    await get("/r/aa");
    expect(renderedPaths.length).toBe(2);
  });

  test("after some seconds, Next is asked again, and a page that it is about to render again isn't kept", async () => {
    await get("/r/aa");
    epochMs += 5_000;
    special.set("/r/aa", () => page("<p>Aged</p>", { "x-nextjs-cache": "STALE" }));
    expect(await textOf("/r/aa")).toBe("<p>Aged</p>");
    special.clear();
    expect(await textOf("/r/aa")).toContain("First");
  });

  test("a deleted post is gone with the next request", async () => {
    await get("/r/aa");
    database.posts += 1;
    special.set("/r/aa", () => ({ ...page("Not found"), status: 404 }));
    expect((await get("/r/aa")).status).toBe(404);
  });
});

test("while the database is down, pages stay up", async () => {
  await get("/r/aa");
  database.isUp = false;
  title = "Second";
  expect(await textOf("/r/aa")).toContain("First");
  isStamped = false;
  expect(await textOf("/r/bb")).toContain("Second");
  expect(renderedPaths).toEqual(["/r/aa", "/r/bb"]);
});

test("a thousand requests for a page that just changed render it once", async () => {
  await get("/r/aa");
  database.posts += 1;
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => get("/r/aa")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(renderedPaths.length).toBe(2);
});

describe("what isn't the page as everyone sees it goes to Next", () => {
  test.each([
    ["a cookie", "/r/aa", { cookie: "next-auth.session-token=abc" }],
    ["credentials", "/r/aa", { authorization: "Bearer abc" }],
    ["a query", "/r/aa?page=2", {}],
    ["a query beside a campaign", "/r/aa?utm_source=x&page=2", {}],
    ["the router's data", "/r/aa?_rsc=abc", { rsc: "1" }],
    ["the router's data without its query", "/r/aa", { rsc: "1" }],
    ["a prefetch", "/r/aa", { "next-router-prefetch": "1" }],
    ["a part of a page", "/r/aa", { "next-router-segment-prefetch": "/_tree" }],
    ["the router's state", "/r/aa", { "next-router-state-tree": "x" }],
    ["the router's address", "/r/aa", { "next-url": "/read" }],
    ["Next's own call", "/r/aa", { "x-prerender-revalidate": "x" }],
    ["Next's own data call", "/r/aa", { "x-nextjs-data": "1" }],
    ["a middleware's answer", "/r/aa", { "x-middleware-subrequest": "middleware" }],
    ["a range", "/r/aa", { range: "bytes=0-9" }],
    ["a condition for writing", "/r/aa", { "if-match": '"x"' }],
    ["another spelling", "/r/%61a", {}],
    ["an empty part", "/r//aa", {}],
    ["a slash at the end", "/r/aa/", {}],
    ["a whole URL", "http://evil.example/r/aa", {}],
    ["an unlisted page", "/account", {}],
    ["the API", "/api/posts", {}],
  ])("%s", async (_, path, headers) => {
    await get("/r/aa");
    expect(await textOf(path, headers)).toBe("from Next");
    expect(renderedPaths).toEqual(["/r/aa"]);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s", async (method) => {
    expect(await textOf("/r/aa", {}, method)).toBe("from Next");
  });

  test("a request with a body", async () => {
    expect(await textOf("/r/aa", { "content-length": 0 })).toBe("from Next");
    expect(await textOf("/r/aa", { "transfer-encoding": "chunked" })).toBe("from Next");
  });
});

test("a campaign's name in the address doesn't render the page again", async () => {
  await get("/r/aa");
  expect(await textOf("/r/aa?utm_source=x&utm_medium=social")).toContain("First");
  expect(renderedPaths).toEqual(["/r/aa"]);
});

test("no header of a client reaches the page that others get", async () => {
  const poison = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    "x-forwarded-for": "203.0.113.9",
    "x-original-url": "/admin",
    "x-http-method-override": "POST",
    "accept-encoding": "br",
    "accept-language": "de",
  };
  // The path is all that the application gets.
  const poisoned = await get("/r/aa", poison);
  const clean = await get("/r/aa", { "accept-encoding": "br" });
  expect(renderedPaths).toEqual(["/r/aa"]);
  expect(clean.body.equals(poisoned.body)).toBe(true);
  expect(JSON.stringify(clean.headers)).not.toContain("evil");
});

describe("what must not be kept is sent once", () => {
  test.each<[string, Partial<Response> & { headers?: OutgoingHttpHeaders }]>([
    ["a private page", { headers: { "cache-control": "private, no-store" } }],
    ["a page that no one may store", { headers: { "cache-control": "no-store, s-maxage=60" } }],
    ["a page without a rule", { headers: { "cache-control": undefined } }],
    ["a page that sets a cookie", { headers: { "set-cookie": ["a=b"] } }],
    ["a page that depends on the cookie", { headers: { vary: "Cookie" } }],
    ["a redirect", { status: 307, headers: { location: "/cms-login-fpng" } }],
    ["a missing page", { status: 404 }],
    ["a failure", { status: 500 }],
  ])("%s", async (_, { status = 200, headers = {} }) => {
    special.set("/r/bb", () => ({ ...page("<p>Once</p>", headers), status }));
    const first = await get("/r/bb");
    expect([first.status, first.body.toString()]).toEqual([status, "<p>Once</p>"]);
    await get("/r/bb");
    expect(renderedPaths).toEqual(["/r/bb", "/r/bb"]);
  });
});

test("memory is bounded: the pages that were read last stay", async () => {
  close();
  await start(120_000);
  for (let number = 0; number < 50; number += 1) {
    await get(`/r/p${number}`);
    await get("/r/aa");
  }
  const rendered = renderedPaths.length;
  await get("/r/aa");
  await get("/r/p49");
  expect(renderedPaths.length).toBe(rendered);
  await get("/r/p0");
  expect(renderedPaths.length).toBe(rendered + 1);
});

test("a response that is larger than its share isn't kept", async () => {
  special.set("/feed", () => page("x".repeat(900_000)));
  await get("/r/aa");
  await get("/feed");
  await get("/feed");
  expect(renderedPaths).toEqual(["/r/aa", "/feed", "/feed"]);
  await get("/r/aa");
  expect(renderedPaths.length).toBe(3);
});

test("if the page can't be requested, Next gets the request", async () => {
  special.set("/r/bb", () => Promise.reject(new Error("no page")));
  expect(await textOf("/r/bb")).toBe("from Next");
});
