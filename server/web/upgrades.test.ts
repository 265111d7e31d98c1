import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { connectionLimitsOf, createHttpServer } from "./http-server";
import { createRequestGuard } from "./request-guard";

let server: Server;

afterEach(() => server.close());

/** A server with Next's listener, which answers some upgrades and leaves the others open. */
async function listen(mayUpgrade?: (request: IncomingMessage) => boolean): Promise<number> {
  server = createHttpServer(connectionLimitsOf(false), mayUpgrade);
  const guard = createRequestGuard({}, { info: () => undefined });
  server.on("request", (request, response) => {
    const refuse = guard(request, response);
    if (refuse) refuse();
    else response.end("served");
  });
  server.on("upgrade", ({ url }, socket) => {
    if (url?.startsWith("/_next/")) socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TCP servers have this address
  return (server.address() as AddressInfo).port;
}

/** The status, once the server has closed the connection. */
async function statusOf(port: number, path: string, upgrade: string): Promise<string | undefined> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`);
  return (await text(socket)).split(" ", 2)[1];
}

const webSocket = "Connection: Upgrade\r\nUpgrade: websocket";

test.each(["/", "/zzz", "/_next/hmr", "//", "///x", "/%E0%A4%A", "*"])(
  "a WebSocket at %s is refused, and its connection closed",
  async (path) => {
    expect(await statusOf(await listen(), path, webSocket)).toBe("426");
  },
);

test("an offer of HTTP/2 is ignored", async () => {
  const offer =
    "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA";
  expect(await statusOf(await listen(), "/", offer)).toBe("200");
});

test("Next's own are left to it where it may have them", async () => {
  const port = await listen(({ url }) => url?.startsWith("/_next/") ?? false);
  expect(await statusOf(port, "/_next/hmr", webSocket)).toBe("101");
  expect(await statusOf(port, "/zzz", webSocket)).toBe("426");
});
