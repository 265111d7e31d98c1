// Over 300 lines because all tests use one small application.
import { once } from "node:events";
import { createServer, request as httpRequest, type OutgoingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPageStore } from "./page-store";

// A store in front of a small application with posts. What the store doesn't answer gets "from Next".

const policy = "script-src 'sha256-abc'";

let database: { version: number; isUp: boolean };
let known: number;
let title: string;
/** What Next was asked for: a path, then what else the page may depend on. */
let renderedPaths: string[];
let epochMs: number;
/** What the application responds for a path, if not the usual page. */
let special: Map<string, () => Promise<Response> | Response>;
let close: () => void;
let port: number;

type Response = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

const versions = {
  refresh: () => {
    if (database.isUp) known = database.version;
    return Promise.resolve();
  },
  isReachable: () => database.isUp,
  current: () => String(known),
};

function page(body: string, headers: OutgoingHttpHeaders = {}): Response {
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "s-maxage=60, stale-while-revalidate=31535940",
      "content-security-policy": policy,
      etag: `"${body.length}-${body.slice(0, 20)}"`,
      vary: "rsc, next-router-state-tree",
      "x-nextjs-cache": "REVALIDATED",
      ...headers,
    },
    body: Buffer.from(body),
  };
}

async function start(maxBytes = 1_000_000): Promise<void> {
  const sendStored = createPageStore({
    isPublic: (path) => path === "/" || path.startsWith("/r/") || special.has(path),
    versions,
    render: async (path, routerHeaders, _cause, mayBeOld) => {
      const details = { ...routerHeaders, ...(mayBeOld && { mayBeOld }) };
      renderedPaths.push([path, ...Object.entries(details).flat()].join(" "));
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
  database = { version: 1, isUp: true };
  known = 1;
  title = "First";
  renderedPaths = [];
  epochMs = Date.parse("2025-06-10T12:00:00Z");
  special = new Map();
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
  expect(second.headers["x-nextjs-cache"]).toBeUndefined();
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
    const tag = { "if-none-match": '"other"' };
    expect((await get("/feed", { ...tag, "if-modified-since": changed })).status).toBe(200);
    for (const other of [
      "Tue, 10 Jun 2025 10:00:00 GMT",
      // A post that was deleted since had changed last.
      "Wed, 11 Jun 2025 00:00:00 GMT",
      "yesterday",
    ]) {
      const { status } = await get("/feed", { "if-modified-since": other });
      expect([other, status]).toEqual([other, 200]);
    }
  });
});

describe("nothing stale is sent", () => {
  test("the next request after a change shows it", async () => {
    expect(await textOf("/r/aa")).toContain("First");
    title = "Second";
    database.version += 1;
    expect(await textOf("/r/aa")).toContain("Second");
  });

  test("a request after a change doesn't share a page that was begun before it", async () => {
    const before = get("/r/aa");
    await expect.poll(() => renderedPaths.length).toBe(1);
    title = "Second";
    database.version += 1;
    const after = await textOf("/r/aa");
    await before;
    expect(after).toContain("Second");
    expect(await textOf("/r/aa")).toContain("Second");
  });

  test("what the router gets isn't begun while Next renders the page from before a change", async () => {
    let finish: (page: Response) => void = () => undefined;
    special.set("/r/bb", () => new Promise((resolve) => (finish = resolve)));
    const before = get("/r/bb");
    await expect.poll(() => renderedPaths.length).toBe(1);
    database.version += 1;
    const after = get("/r/bb", { rsc: "1" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(renderedPaths).toEqual(["/r/bb"]);
    finish(page("Old"));
    await before;
    await expect.poll(() => renderedPaths).toEqual(["/r/bb", "/r/bb rsc 1"]);
    finish(page("New"));
    expect((await after).body.toString()).toBe("New");
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

  test("after a minute, a page is rendered again", async () => {
    await get("/r/aa");
    epochMs += 59_999;
    await get("/r/aa");
    expect(renderedPaths.length).toBe(1);
    epochMs += 1;
    await get("/r/aa");
    expect(renderedPaths.length).toBe(2);
  });

  test("a deleted post is gone with the next request", async () => {
    await get("/r/aa");
    database.version += 1;
    special.set("/r/aa", () => ({ ...page("Not found"), status: 404 }));
    expect((await get("/r/aa")).status).toBe(404);
    database.isUp = false;
    expect((await get("/r/aa")).status).toBe(404);
  });
});

test("while the database is down, pages stay up, and what Next has left will do for others", async () => {
  await get("/r/aa");
  database.isUp = false;
  title = "Second";
  epochMs += 86_400_000;
  expect(await textOf("/r/aa")).toContain("First");
  expect(await textOf("/r/bb")).toContain("Second");
  expect(renderedPaths).toEqual(["/r/aa", "/r/bb mayBeOld true"]);
  database.isUp = true;
  await get("/r/bb");
  expect(renderedPaths.at(-1)).toBe("/r/bb");
});

test("a page that can't be rendered again stays as it was", async () => {
  await get("/r/aa");
  database.version += 1;
  special.set("/r/aa", () => ({ ...page("Failed"), status: 500 }));
  expect(await textOf("/r/aa")).toContain("First");
  special.clear();
  title = "Second";
  expect(await textOf("/r/aa")).toContain("Second");
});

test("a thousand requests for a page that just changed render it once", async () => {
  await get("/r/aa");
  database.version += 1;
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => get("/r/aa")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(renderedPaths.length).toBe(2);
});

test.each<[string, string, OutgoingHttpHeaders]>([
  ["a cookie", "/r/aa", { cookie: "next-auth.session-token=abc" }],
  ["credentials", "/r/aa", { authorization: "Bearer abc" }],
  ["a query", "/r/aa?page=2", {}],
  ["a campaign's name", "/r/aa?utm_source=x&utm_medium=social", {}],
  ["the router's state, without asking for its data", "/r/aa", { "next-router-state-tree": "x" }],
  ["Next’s own call", "/r/aa", { "x-prerender-revalidate": "x" }],
  ["a middleware's answer", "/r/aa", { "x-middleware-subrequest": "middleware" }],
  ["a range", "/r/aa", { range: "bytes=0-9" }],
  ["another spelling", "/r/%61a", {}],
  ["a body", "/r/aa", { "content-length": 0 }],
])("%s changes nothing", async (_, path, headers) => {
  const plain = await get("/r/aa");
  const answer = await get(path, headers);
  expect([answer.status, answer.body.equals(plain.body)]).toEqual([200, true]);
  expect(renderedPaths).toEqual(["/r/aa"]);
});

test.each<[string, OutgoingHttpHeaders, string]>([
  ["a page's data", { "next-router-state-tree": "x", "next-url": "/read" }, ""],
  ["a prefetch", { "next-router-prefetch": "1" }, " next-router-prefetch 1"],
  [
    "a part of a page",
    { "next-router-prefetch": "1", "next-router-segment-prefetch": "/r/$d$slug/__PAGE__" },
    " next-router-prefetch 1 next-router-segment-prefetch /r/$d$slug/__PAGE__",
  ],
  ["something made up", { "next-router-prefetch": "9", "next-router-segment-prefetch": "x y" }, ""],
])("the router gets %s, which is kept like a page", async (_, headers, asked) => {
  await get("/r/aa");
  special.set("/r/aa", () => page("data", { "content-type": "text/x-component" }));
  expect(await textOf("/r/aa?_rsc=abc", { rsc: "1", ...headers })).toBe("data");
  expect(await textOf("/r/aa?_rsc=def", { rsc: "1", ...headers })).toBe("data");
  expect(renderedPaths).toEqual(["/r/aa", `/r/aa rsc 1${asked}`]);
  expect(await textOf("/r/aa")).toContain("First");
});

describe("what isn't a public page goes to Next", () => {
  test.each([
    ["an empty part", "/r//aa"],
    ["a slash at the end", "/r/aa/"],
    ["a whole URL", "http://evil.example/r/aa"],
    ["an unlisted page", "/account"],
    ["the API", "/api/posts"],
  ])("%s", async (_, path) => {
    expect(await textOf(path)).toBe("from Next");
    expect(renderedPaths).toEqual([]);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s", async (method) => {
    expect(await textOf("/r/aa", {}, method)).toBe("from Next");
  });
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
