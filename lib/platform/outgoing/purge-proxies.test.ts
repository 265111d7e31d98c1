import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Logger } from "../logger";
import { purgeProxies } from "./purge-proxies";

let server: Server;
let url = "";
let calls: string[] = [];
let status = 204;

beforeEach(async () => {
  calls = [];
  status = 204;
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/purge`;
});

afterEach(() => server.close());

/** For a busy machine. */
const patience = { timeout: 20_000 };

const log = () => ({ warn: vi.fn<Logger["warn"]>(), info: vi.fn<Logger["info"]>() });

it("tells every proxy before it resolves", async () => {
  const written = log();
  await purgeProxies([url, `${url}-2`], written);
  expect(calls.toSorted()).toEqual(["POST /purge", "POST /purge-2"]);
  expect(written.warn).not.toHaveBeenCalled();
});

it("does nothing without a proxy", async () => {
  await purgeProxies([], log());
  expect(calls).toEqual([]);
});

it("lets the caller continue when a proxy fails, and tries until it works", async () => {
  status = 503;
  const written = log();
  await purgeProxies([url], written, [1]);
  expect(written.warn).toHaveBeenCalledExactlyOnceWith(
    { proxy: url, problem: "status 503" },
    "proxy purge failed",
  );
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(3), patience);
  status = 204;
  await vi.waitFor(() => expect(written.info).toHaveBeenCalledOnce(), patience);
  const { length } = calls;
  await purgeProxies([url], written);
  expect(calls).toHaveLength(length + 1);
});

it("purges again after a try that began before the latest change", async () => {
  status = 503;
  const written = log();
  await purgeProxies([url], written, [1]);
  // The next try waits for its answer while another change is announced and refused.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let isFirst = true;
  server.removeAllListeners("request");
  server.on("request", (_, response) => {
    calls.push("POST /purge");
    const respond = (code: number) => response.writeHead(code).end();
    if (isFirst) void answered.then(() => respond(204));
    else respond(status);
    isFirst = false;
    begin();
  });
  await begun;
  await purgeProxies([url], written, [1]);
  status = 204;
  const { length } = calls;
  answer();
  await vi.waitFor(() => expect(written.info).toHaveBeenCalledOnce(), patience);
  expect(calls.length).toBeGreaterThan(length);
});

it("doesn't wait for a proxy that is away", async () => {
  const written = log();
  server.close();
  await once(server, "close");
  await purgeProxies([url], written, [1]);
  expect(written.warn).toHaveBeenCalledOnce();
  const port = Number(new URL(url).port);
  server = createServer((_, response) => response.writeHead(204).end()).listen(port, "127.0.0.1");
  await vi.waitFor(() => expect(written.info).toHaveBeenCalledOnce(), patience);
});
