import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Logger } from "@/lib/platform/logger";
import { createRequestGuard } from "./request-guard";

const info = vi.fn<Logger["info"]>();
const guard = createRequestGuard(
  {
    "/api/posts": { get: {}, post: {} },
    "/api/admin/imports": { post: {} },
    "/api/posts/import": { post: {} },
  },
  { info },
);
const passed: IncomingMessage[] = [];
const server = createServer((request, response) => {
  const refuse = guard(request, response);
  if (refuse) return refuse();
  passed.push(request);
  response.end(`${request.headers.host} ${request.url}`);
});
let port = 0;

beforeAll(async () => {
  server.listen(0);
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
beforeEach(() => {
  passed.splice(0);
  info.mockClear();
});
afterAll(() => server.close());

/** Sends lines as they are, and reads until the server closes the connection. */
async function send(...lines: string[]): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n", 2);
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body };
}

const host = "Host: threeline.example";
const close = "Connection: close";

test.each(["TRACE", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "PURGE"])(
  "a page refuses %s and says what it allows",
  async (method) => {
    const { status, head, body } = await send(`${method} /read HTTP/1.1`, host, close);
    expect([status, body]).toEqual([405, `{"message":"This address doesn’t accept that method."}`]);
    expect(head).toContain("\r\nallow: get, head\r\n");
    expect(passed).toEqual([]);
  },
);

test.each(["TRACE", "PUT", "PATCH", "DELETE", "PROPFIND"])(
  "a route refuses %s and says what it allows",
  async (method) => {
    const { status, head } = await send(`${method} /api/posts?a=1 HTTP/1.1`, host, close);
    expect(status).toBe(405);
    expect(head).toContain("\r\nallow: get, post, head, options\r\n");
    expect(passed).toEqual([]);
  },
);

test.each(["/", "/zzz", "//", "///x", "/%E0%A4%A", "/api/posts", "*", "http://["])(
  "a WebSocket at %s is refused",
  async (target) => {
    const upgrade = ["Connection: Upgrade", "Upgrade: websocket"];
    const { status, head, body } = await send(`GET ${target} HTTP/1.1`, host, ...upgrade);
    expect([status, body]).toEqual([426, `{"message":"There are no WebSockets here."}`]);
    expect(head).toContain("\r\nupgrade: http/1.1\r\n");
    expect(head).toContain("\r\nconnection: upgrade, close\r\n");
    expect(info).toHaveBeenCalledWith(expect.objectContaining({ status: 426 }), "request refused");
    expect(passed).toEqual([]);
  },
);

test.each([
  ["a page", "POST /read", 405],
  ["a route", "POST /api/posts", 413],
  ["a page that is read", "GET /read", 413],
])("an endless body sent to %s is refused before it's read", async (_name, line, expected) => {
  // The rest of the body never comes, so only a closed connection ends this test.
  const { status, head } = await send(`${line} HTTP/1.1`, host, "Content-Length: 60000000");
  expect(status).toBe(expected);
  expect(head).toContain("\r\nconnection: close\r\n");
});

test.each(["%", "[]"])("a router's state that Next couldn't read is refused: %s", async (state) => {
  const header = `Next-Router-State-Tree: ${state}`;
  const { status, body } = await send("GET /read/-1 HTTP/1.1", "RSC: 1", header, host, close);
  expect([status, body]).toEqual([400, `{"message":"The request isn’t valid."}`]);
  expect(passed).toEqual([]);
});

test.each([
  ["parameters", (count: number) => [`GET /read?${Array(count).fill("a").join("&")} HTTP/1.1`]],
  [
    "cookies",
    (count: number) => ["GET /read HTTP/1.1", `Cookie: ${Array(count).fill("a=b").join("; ")}`],
  ],
])("a request with more than 200 %s is refused", async (_what, linesOf) => {
  const { status, body } = await send(...linesOf(201), host, close);
  expect([status, body]).toEqual([400, `{"message":"The request isn’t valid."}`]);
  expect(passed).toEqual([]);
  expect((await send(...linesOf(200), host, close)).status).toBe(200);
});

test.each(["/api/admin/imports", "/api/posts/import"])("%s takes larger files", async (path) => {
  await send(`POST ${path} HTTP/1.1`, host, "Content-Length: 60000000");
  expect(passed).toHaveLength(1);
});

test("a response to an unfinished body closes the connection", async () => {
  const { status, head } = await send(
    "POST /api/posts HTTP/1.1",
    host,
    "Transfer-Encoding: chunked",
  );
  expect([status, passed.length]).toEqual([200, 1]);
  expect(head).toContain("\r\nconnection: close\r\n");
});

test("a request without a body leaves the connection open", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/read`);
  expect(response.headers.get("connection")).toBe("keep-alive");
  await response.text();
});

test("a whole URL as the target is read as its path and host", async () => {
  const { status, body } = await send(
    "GET http://threeline.example:3000/read?a=1 HTTP/1.1",
    "Host: other.example",
    close,
  );
  expect([status, body]).toEqual([200, "threeline.example:3000 /read?a=1"]);
});

test.each([
  ["two Host headers", ["GET /read HTTP/1.1", host, host]],
  ["two different Host headers", ["GET /read HTTP/1.1", host, "host: evil.example"]],
  ["a target of another form", ["OPTIONS * HTTP/1.1", host]],
  ["a URL of another scheme", ["GET ftp://threeline.example/ HTTP/1.1", host]],
  ["a path that can’t be decoded", ["GET /r/%zz HTTP/1.1", host]],
])("%s are refused", async (_name, lines) => {
  const { status, body } = await send(...lines, close);
  expect([status, body]).toEqual([400, `{"message":"The request isn’t valid."}`]);
  expect(passed).toEqual([]);
});

test("a refusal is logged without the query and the tokens", async () => {
  await send("TRACE /unsubscribe/MTc.abc?a=1 HTTP/1.1", host, close);
  await send("GET http:// HTTP/1.1", host, close);
  expect(info.mock.calls).toEqual([
    [{ method: "TRACE", path: "/unsubscribe/[token]", status: 405 }, "request refused"],
    [{ method: "GET", path: null, status: 400 }, "request refused"],
  ]);
});
