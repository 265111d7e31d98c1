import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { completeMissingPosts } from "./missing-posts";
import { neverStoreNotFound } from "./not-found-caching";
import { createPagePolicy } from "./page-policy";

type Answer = { status: number; type?: string; body?: string };

const html = "text/html; charset=utf-8";
const script = 'self.__next_f.push([1,"a"])';
const complete = `<html><body><h1>Post Not Found</h1><script>${script}</script></body></html>`;
const failedSearch = "<html><body><h1>Search isn’t available right now</h1></body></html>";
const empty = '<html id="__next_error__"></html>';

/** What the application answers, by path. */
let answers: Record<string, Answer> = {};
let isBroken = false;
const asked: (string | undefined)[] = [];

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push(request.url);
  if (request.url === "/r/not-found" || request.url === "/read/search/failed") {
    if (isBroken) throw new Error("rendering failed");
    response.setHeader("content-type", html);
    response.end(request.url === "/r/not-found" ? complete : failedSearch);
    return;
  }
  const { status, type = html, body = empty } = answers[request.url ?? ""] ?? { status: 404 };
  response.statusCode = status;
  response.setHeader("content-type", type);
  response.setHeader("etag", '"of-the-empty-page"');
  response.write(body.slice(0, 5));
  response.end(body.slice(5));
}

const applyPagePolicy = createPagePolicy({
  SITE_URL: "http://localhost:3000",
  ANALYTICS_URL: undefined,
  CONTACT_FORM_URL: undefined,
  PRIVACY_WIDGET_URL: undefined,
  TERMS_WIDGET_URL: undefined,
  PADDLE_SCRIPT_URL: "https://cdn.paddle.com/paddle/v2/paddle.js",
});

const server = createServer((request, response) => {
  neverStoreNotFound(response);
  applyPagePolicy(request, response);
  completeMissingPosts(request, response, handle);
  void handle(request, response);
});

beforeEach(async () => {
  answers = {};
  isBroken = false;
  asked.length = 0;
  server.listen(0);
  await once(server, "listening");
});

afterEach(() => server.close());

async function get(path: string, method = "GET") {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  const { status, headers } = response;
  return { status, etag: headers.get("etag"), body: await response.text() };
}

test.each(["/r/zz", "/r/zzz", "/r/zz?from=mail", "/read/999"])(
  "%s, which has no post, gets a complete page",
  async (path) => {
    expect(await get(path)).toEqual({ status: 404, etag: null, body: complete });
    expect(asked).toEqual([path, "/r/not-found"]);
  },
);

test("a post that fails to load gets the same page, with its status", async () => {
  answers["/r/k3"] = { status: 500 };
  expect(await get("/r/k3")).toMatchObject({ status: 500, body: complete });
});

test("the page gets a policy with its own scripts, and isn't stored", async () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { headers } = await fetch(`http://127.0.0.1:${port}/r/zz`);
  const hash = createHash("sha256").update(script).digest("base64");
  expect(headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("HEAD gets the status", async () => {
  expect(await get("/r/zz", "HEAD")).toMatchObject({ status: 404, body: "" });
});

test("the page's own address has the status of a missing post", async () => {
  expect(await get("/r/not-found")).toMatchObject({ status: 404, body: complete });
});

test.each<[string, string, Answer]>([
  ["a post", "/r/k3", { status: 200, body: "<h1>Rates hold</h1>" }],
  ["data for the router", "/r/zz", { status: 404, type: "text/x-component", body: "0:{}" }],
  ["a share image", "/r/zz/share-image", { status: 404, type: "image/png", body: "bytes" }],
  ["another missing page", "/no-such-page", { status: 404, body: "<h1>Page Not Found</h1>" }],
  ["the list", "/read", { status: 500, body: empty }],
])("%s stays as it is", async (_, path, answer) => {
  answers[path] = answer;
  const { status, body } = await get(path);
  expect({ status, body }).toEqual({ status: answer.status, body: answer.body });
});

test("the status remains when the page fails to render", async () => {
  isBroken = true;
  expect(await get("/r/zz")).toMatchObject({ status: 404, body: "" });
});

test("too many searches get 429 with a complete page", async () => {
  const answer = await get("/read/search?q=yield");
  expect(answer).toEqual({ status: 429, etag: null, body: failedSearch });
  expect(asked).toEqual(["/read/search?q=yield", "/read/search/failed"]);
});

test("a search that fails gets the same page, with its status", async () => {
  answers["/read/search?q=yield"] = { status: 500 };
  expect(await get("/read/search?q=yield")).toMatchObject({ status: 500, body: failedSearch });
});
